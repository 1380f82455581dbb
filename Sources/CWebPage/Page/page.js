"use strict";
// The page of `canon play --web`: it shows what the events say, and posts lines of canon's vocabulary.

const WORDS = {
  en: {
    stems: "Stems", scenes: "Scenes", master: "Master", quantum: "When", usual: "as the set says", now: "now", beat: "at the beat",
    bar: "at the bar", loop: "at the loop", gain: "Gain", doors: "Doors", undo: "Undo", pause: "Pause", panic: "Panic",
    stop: "stopped", wait: "waiting", play: "playing", mute: "muted", locked: "locked", unreadable: "its file cannot be read",
    held: "paused", base: "base", connected: "", away: "There is no audio server; canon waits for it.", ended: "canon has ended.",
    lost: "No connection to canon. Trying again…", paused: "Paused", frozen: "The music stands still.", noAnswer: "canon did not answer: nothing has changed.",
    opens: (date) => `opens ${date}`, until: (date) => `open until ${date}`, open: "open", over: "over", closed: "locked",
    next: { play: "plays", stop: "stops", mute: "is muted", wait: "waits" },
    countdown: (what, beats) => `${what} in ${beats} ${beats === 1 ? "beat" : "beats"}`,
    soon: (what, seconds) => `${what} in ${seconds} s`, asked: (what) => `${what} soon`,
    position: (loop, bar, beat) => bar ? `loop ${loop}, bar ${bar}, beat ${beat}` : `loop ${loop}`,
  },
  ja: {
    stems: "ステム", scenes: "シーン", master: "マスター", quantum: "タイミング", usual: "セットの設定", now: "今すぐ", beat: "拍で",
    bar: "小節で", loop: "ループで", gain: "音量", doors: "扉", undo: "元に戻す", pause: "一時停止", panic: "全停止",
    stop: "停止", wait: "待機", play: "再生", mute: "ミュート", locked: "閉", unreadable: "ファイルを読めません",
    held: "一時停止中", base: "ベース", connected: "", away: "オーディオサーバーがありません。待っています。", ended: "canonは終了しました。",
    lost: "canonに接続できません。再試行中…", paused: "一時停止中", frozen: "音楽は止まっています。", noAnswer: "canonから応答がありません。何も変わっていません。",
    opens: (date) => `${date}に開く`, until: (date) => `${date}まで開いている`, open: "開", over: "終了", closed: "閉",
    next: { play: "再生", stop: "停止", mute: "ミュート", wait: "待機" },
    countdown: (what, beats) => `あと${beats}拍で${what}`,
    soon: (what, seconds) => `あと${seconds}秒で${what}`, asked: (what) => `まもなく${what}`,
    position: (loop, bar, beat) => bar ? `ループ${loop} 小節${bar} 拍${beat}` : `ループ${loop}`,
  },
};
const language = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in WORDS) ?? "en";
const words = WORDS[language];
const element = (id) => document.getElementById(id);

let picture = null;
let motion = null;
let motionTime = 0;
let tiles = new Map();
let shutStems = "";
let gainTime = -1000;

// MARK: - What is said

let answerTimer = 0;
function show(messages) {
  clearTimeout(answerTimer);
  element("answer").textContent = messages.join("\n");
  if (messages.length) answerTimer = setTimeout(() => show([]), 8000);
}

async function say(line) {
  let text;
  try {
    const response = await fetch("/line", {
      method: "POST", body: line, headers: { "X-Canon": "1", "Accept-Language": language },
    });
    text = await response.text();
    if (!response.ok) return show([text]);
  } catch {
    return show([words.noAnswer]);
  }
  show(JSON.parse(text).reply === "refused" ? JSON.parse(text).messages : []);
}

const withQuantum = (line) => `${line} ${element("quantum").value}`.trim();

// MARK: - The picture

function makeTile(stem) {
  const tile = document.createElement("button");
  tile.className = "stem";
  tile.dataset.stem = stem.stem;
  for (const [tag, name] of [["b", "name"], ["span", "state"], ["span", "next"], ["i", "meter"]]) {
    const part = document.createElement(tag);
    part.className = name;
    tile.append(part);
  }
  tile.querySelector(".meter").setAttribute("aria-hidden", "true");
  // A countdown would be read aloud with every beat.
  tile.querySelector(".next").setAttribute("aria-hidden", "true");
  tile.addEventListener("click", () => say(withQuantum(`press ${stem.stem}`)));
  return tile;
}

function showStems() {
  const ids = picture.stems.map((stem) => stem.stem).join(" ");
  if (ids !== [...tiles.keys()].join(" ")) {
    tiles = new Map(picture.stems.map((stem) => [stem.stem, makeTile(stem)]));
    element("stems").replaceChildren(...tiles.values());
  }
  for (const stem of picture.stems) {
    const tile = tiles.get(stem.stem);
    const isLocked = !stem.is_open && !stem.is_base;
    const state = [
      stem.is_unreadable ? words.unreadable : isLocked && stem.state === "stop" ? words.locked : words[stem.state],
      stem.is_held ? words.held : null, stem.is_base ? words.base : null,
    ].filter(Boolean).join(", ");
    tile.dataset.state = stem.next && stem.next !== stem.state ? "wait" : stem.state;
    tile.classList.toggle("locked", isLocked);
    tile.classList.toggle("held", stem.is_held);
    tile.setAttribute("aria-pressed", String(stem.state === "play"));
    tile.querySelector(".name").textContent = stem.title;
    tile.querySelector(".state").textContent = state;
  }
}

function showScenes() {
  element("scenes").hidden = picture.scenes.length === 0;
  element("scenes").replaceChildren(...picture.scenes.map((scene) => {
    const button = document.createElement("button");
    button.dataset.scene = scene.scene;
    button.textContent = scene.title;
    button.addEventListener("click", () => say(withQuantum(`scene ${scene.scene}`)));
    return button;
  }));
}

function showBeats() {
  if (element("beats").childElementCount === picture.beats) return;
  const perBar = picture.bars > 0 ? picture.beats / picture.bars : 1;
  element("beats").replaceChildren(...Array.from({ length: picture.beats }, (_, beat) => {
    const mark = document.createElement("i");
    if (beat % perBar === 0) mark.className = "first";
    return mark;
  }));
}

const decibels = (gain) => typeof gain === "number" ? gain : -120;

function showPicture(text) {
  const scenes = JSON.stringify(picture?.scenes);
  picture = JSON.parse(text);
  document.title = element("title").textContent = picture.preview ? `${picture.title} (${picture.preview})` : picture.title;
  const server = element("server");
  server.classList.toggle("away", picture.is_away);
  server.textContent = picture.is_away ? words.away : picture.is_frozen ? words.frozen : picture.is_paused ? words.paused : words.connected;
  element("pause").setAttribute("aria-pressed", String(picture.is_paused));
  // Not while a hand is on it.
  if (performance.now() - gainTime > 1000) element("gain").value = Math.max(-60, decibels(picture.gain));
  element("gain-text").textContent = decibels(picture.gain) <= -120 ? "−∞ dB" : `${decibels(picture.gain).toFixed(1)} dB`;
  showStems();
  if (scenes !== JSON.stringify(picture.scenes)) showScenes();
  showBeats();
  const shut = picture.stems.filter((stem) => !stem.is_open).map((stem) => stem.stem).join(" ");
  if (shut !== shutStems || !element("calendar").childElementCount) showDoors();
  shutStems = shut;
  keepAwake();
}

async function showDoors() {
  const response = await fetch("/doors").catch(() => null);
  if (!response?.ok) return;
  const rows = (await response.json()).doors.filter((row) => row.door !== "none");
  element("doors").hidden = rows.length === 0;
  const date = (text) => new Date(text).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  element("calendar").replaceChildren(...rows.map((row) => {
    const item = document.createElement("li");
    const state = document.createElement("small");
    item.className = row.door;
    item.textContent = row.title;
    state.textContent =
      row.door === "open" ? (row.until ? words.until(date(row.until)) : words.open)
      : row.opens ? words.opens(date(row.opens)) : row.door === "over" ? words.over : words.closed;
    item.append(state);
    return item;
  }));
}

// MARK: - What moves

function frameNow() {
  const isMoving = picture.sample_rate && !picture.is_away && !picture.is_frozen;
  // No further than the next picture is late at most: a lost connection must not look like music.
  const seconds = isMoving ? Math.min(0.25, (performance.now() - motionTime) / 1000) : 0;
  return motion.place + seconds * (picture.sample_rate ?? 0);
}

function showMotion() {
  requestAnimationFrame(showMotion);
  if (!picture || !motion || !picture.loop) return;
  const frame = frameNow();
  const inLoop = ((frame % picture.loop) + picture.loop) % picture.loop;
  const beat = Math.floor((inLoop / picture.loop) * picture.beats);
  element("place").style.transform = `scaleX(${inLoop / picture.loop})`;
  [...element("beats").children].forEach((mark, index) => mark.classList.toggle("now", index === beat));
  const perBar = picture.bars > 0 ? picture.beats / picture.bars : 0;
  element("position").textContent = words.position(
    Math.floor(frame / picture.loop) + 1, perBar ? Math.floor(beat / perBar) + 1 : 0, perBar ? (beat % perBar) + 1 : 0);
  picture.stems.forEach((stem, index) => {
    const tile = tiles.get(stem.stem);
    const peak = motion.peaks[index] ?? -99;
    tile.querySelector(".meter").style.transform = `scaleX(${Math.max(0, Math.min(1, 1 + peak / 60))})`;
    tile.querySelector(".next").textContent = nextText(stem, frame);
  });
}

function nextText(stem, frame) {
  if (!stem.next || stem.next === stem.state) return "";
  const what = words.next[stem.next] ?? stem.next;
  if (stem.at === undefined) return words.asked(what);
  const frames = Math.max(0, stem.at - frame);
  if (!picture.beats) return words.soon(what, Math.ceil(frames / picture.sample_rate));
  return words.countdown(what, Math.ceil((frames / picture.loop) * picture.beats));
}

// MARK: - The screen stays on while music plays

let wakeLock = null;
async function keepAwake() {
  const isPlaying = picture.stems.some((stem) => stem.state === "play") && !picture.is_away;
  if (isPlaying && !wakeLock && document.visibilityState === "visible") {
    wakeLock = {};
    wakeLock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
    wakeLock?.addEventListener("release", () => { wakeLock = null; });
  } else if (!isPlaying && wakeLock?.release) {
    wakeLock.release();
  }
}

// MARK: - The connection

function listen() {
  const events = new EventSource("/events");
  events.addEventListener("picture", (event) => showPicture(event.data));
  events.addEventListener("motion", (event) => {
    motion = JSON.parse(event.data);
    motionTime = performance.now();
  });
  let hasEnded = false;
  events.addEventListener("end", () => { hasEnded = true; });
  events.addEventListener("error", () => {
    const server = element("server");
    server.classList.add("away");
    server.textContent = hasEnded ? words.ended : words.lost;
    // A browser does not come back by itself from an answer that was no stream.
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 1000);
  });
  events.addEventListener("open", () => { hasEnded = false; });
}

document.documentElement.lang = language;
for (const node of document.querySelectorAll("[data-text]")) node.textContent = words[node.dataset.text];
for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", words[node.dataset.label]);
element("panic").addEventListener("click", () => say("panic"));
element("undo").addEventListener("click", () => say("undo"));
element("pause").addEventListener("click", () => say(picture?.is_paused ? "resume" : "pause"));
let gainTimer = 0;
element("gain").addEventListener("input", () => {
  gainTime = performance.now();
  element("gain-text").textContent = `${Number(element("gain").value).toFixed(1)} dB`;
  clearTimeout(gainTimer);
  gainTimer = setTimeout(() => say(`gain master ${element("gain").value}`), 60);
});
listen();
requestAnimationFrame(showMotion);
