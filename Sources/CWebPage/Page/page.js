"use strict";
// The page of `canon play --web`: it shows what the events say, and posts lines of canon's vocabulary.

const WORDS = {
  en: {
    stems: "Stems", scenes: "Scenes", master: "Master", quantum: "When", usual: "as the set says", now: "now", beat: "at the beat",
    bar: "at the bar", loop: "at the loop", gain: "Gain", doors: "Doors", preview: (day) => `preview: ${day}`, undo: "Undo", pause: "Pause", panic: "Panic",
    stop: "stopped", wait: "waiting", play: "playing", mute: "muted", locked: "locked", unreadable: "its file cannot be read",
    held: "paused", base: "base", connected: "", away: "There is no audio server; canon waits for it.", ended: "canon has ended.",
    lost: "No connection to canon. Trying again…", paused: "Paused", frozen: "The music stands still.", noAnswer: "canon did not answer.", until: (date) => `open until ${date}`, left: (date, time) => `locked until ${date}, ${time}`,
    open: "open", over: "over",
    next: { play: "plays", stop: "stops", mute: "is muted", wait: "waits" },
    countdown: (what, beats) => `${what} in ${beats} ${beats === 1 ? "beat" : "beats"}`,
    soon: (what, seconds) => `${what} in ${seconds} s`, asked: (what) => `${what} soon`,
    position: (loop, bar, beat) => bar ? `loop ${loop}, bar ${bar}, beat ${beat}` : `loop ${loop}`,
    pieceTime: (elapsed, left) => left ? `${elapsed}, ${left} left` : elapsed,
    pairing: "This browser is not paired with canon yet. Type the code that canon shows: the word “pair play” shows it.", code: "Code", pair: "Pair", pairingAgain: "To play, type the code that “pair play” shows in canon.",
    wrongCode: "This code is wrong.", waitCode: "Too many wrong codes have come from here: wait ten minutes.", tooManyPaired: "Too many browsers are paired: “unpair” in canon ends the pairing of one.",
    looks: "This browser may look, not play.", sleeps: "Browsers let the screen sleep here: they keep it awake only on canon's own machine, or behind HTTPS.",
  },
  ja: {
    stems: "ステム", scenes: "シーン", master: "マスター", quantum: "タイミング", usual: "セットの設定", now: "今すぐ", beat: "拍で",
    bar: "小節で", loop: "ループで", gain: "音量", doors: "扉", preview: (day) => `プレビュー：${day}`, undo: "元に戻す", pause: "一時停止", panic: "パニック",
    stop: "停止", wait: "待機", play: "再生", mute: "ミュート", locked: "閉", unreadable: "ファイルを読めません",
    held: "一時停止中", base: "土台", connected: "", away: "オーディオサーバーがありません。待っています。", ended: "canonは終了しました。",
    lost: "canonに接続できません。再試行中…", paused: "一時停止中", frozen: "音楽は止まっています。", noAnswer: "canonから応答がありません。", until: (date) => `${date}まで開いている`, left: (date, time) => `${date}まで閉、${time}`,
    open: "開", over: "終了",
    next: { play: "再生", stop: "停止", mute: "ミュート", wait: "待機" },
    countdown: (what, beats) => `あと${beats}拍で${what}`,
    soon: (what, seconds) => `あと${seconds}秒で${what}`, asked: (what) => `まもなく${what}`,
    position: (loop, bar, beat) => bar ? `ループ${loop} 小節${bar} 拍${beat}` : `ループ${loop}`,
    pieceTime: (elapsed, left) => left ? `${elapsed}、残り ${left}` : elapsed,
    pairing: "このブラウザーはまだcanonとペアリングされていません。canonが「pair play」で表示するコードを入力してください。", code: "コード", pair: "ペアリング", pairingAgain: "演奏するには、canonが「pair play」で表示するコードを入力してください。",
    wrongCode: "コードが違います。", waitCode: "間違ったコードが多すぎます。10分待ってください。", tooManyPaired: "ペアリングしたブラウザーが多すぎます。canonの「unpair」で減らしてください。",
    looks: "このブラウザーは見るだけです。", sleeps: "ここでは画面が消えることがあります。消えないのは、canonのマシン上か、HTTPS経由のときだけです。",
  },
};
const language = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in WORDS) ?? "en";
const words = WORDS[language];
const element = (id) => document.getElementById(id);

let picture = null;
let motion = null;
let motionTime = 0;
let tiles = new Map();
/// The rows of the calendar by their stems, and the number of the calendar that they are of.
let doors = new Map();
let calendar = null;
let isLost = false;
/// What this browser may do: "play", "look", or "none" before it is paired; null until canon has said so.
let role = null;

/// Writes a text if it is another one: a screen reader would read it again.
function put(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
let gainTime = -1000;

// MARK: - What is said

let answerTimer = 0;
function show(messages) {
  clearTimeout(answerTimer);
  element("answer").textContent = messages.join("\n");
  if (messages.length) answerTimer = setTimeout(() => show([]), 8000);
}

const post = (path, body) => fetch(path, {
  method: "POST", body, headers: { "X-Canon": "1", "Accept-Language": language }, signal: AbortSignal.timeout(5000),
});

/// The object of a whole answer; null for any other.
async function get(path) {
  const response = await fetch(path, { signal: AbortSignal.timeout(5000) }).catch(() => null);
  return response?.ok ? response.json().catch(() => null) : null;
}

async function say(line) {
  // What is tapped on a page that stands still must not happen later.
  if (isLost && line !== "panic") return show([words.lost]);
  let text;
  try {
    const response = await post("/line", line);
    text = await response.text();
    if (response.status === 403 && await askRole() && role !== "play") return;
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
  tile.disabled = role !== "play";
  const parts = { tile, level: -1 };
  for (const [tag, name] of [["b", "name"], ["span", "state"], ["span", "next"], ["span", "unseen"], ["i", "meter"]]) {
    parts[name] = document.createElement(tag);
    parts[name].className = name;
    tile.append(parts[name]);
  }
  parts.meter.setAttribute("aria-hidden", "true");
  // A countdown would be read aloud with every beat; what it counts to is read once.
  parts.next.setAttribute("aria-hidden", "true");
  tile.addEventListener("click", () => say(withQuantum(`press ${stem.stem}`)));
  return parts;
}

function showStems() {
  const ids = picture.stems.map((stem) => stem.stem).join(" ");
  if (ids !== [...tiles.keys()].join(" ")) {
    tiles = new Map(picture.stems.map((stem) => [stem.stem, makeTile(stem)]));
    element("stems").replaceChildren(...[...tiles.values()].map((parts) => parts.tile));
  }
  for (const stem of picture.stems) {
    const { tile, name, state, unseen } = tiles.get(stem.stem);
    const isLocked = !stem.is_open && !stem.is_base;
    const text = [
      stem.is_unreadable ? words.unreadable : isLocked && stem.state === "stop" ? lockedText(stem.stem) : words[stem.state],
      stem.is_held ? words.held : null, stem.is_base ? words.base : null,
    ].filter(Boolean).join(", ");
    tile.dataset.state = stem.next && stem.next !== stem.state ? "wait" : stem.state;
    tile.classList.toggle("locked", isLocked);
    tile.classList.toggle("held", stem.is_held);
    tile.setAttribute("aria-pressed", String(stem.state === "play"));
    put(name, stem.title);
    put(state, text);
    put(unseen, isPending(stem) ? words.asked(words.next[stem.next] ?? stem.next) : "");
  }
}

function showScenes() {
  element("scenes").hidden = picture.scenes.length === 0;
  element("scenes").replaceChildren(...picture.scenes.map((scene) => {
    const button = document.createElement("button");
    button.dataset.scene = scene.scene;
    button.disabled = role !== "play";
    button.textContent = scene.title;
    button.addEventListener("click", () => say(withQuantum(`scene ${scene.scene}`)));
    return button;
  }));
}

const isPending = (stem) => stem.next !== undefined && stem.next !== stem.state;

/// The beats that are shown: those of the loop, else those of a bar, if a row has room for them.
const mostBeats = 32;
const beatsPerBar = () => (picture.bars > 0 ? picture.beats / picture.bars : 0);
const shownBeats = () => [picture.beats, beatsPerBar()].find((count) => count <= mostBeats) ?? 0;

function showBeats() {
  const [count, perBar] = [shownBeats(), beatsPerBar()];
  const row = element("beats");
  if (row.dataset.beats === `${count} ${perBar}`) return;
  row.dataset.beats = `${count} ${perBar}`;
  row.replaceChildren(...Array.from({ length: count }, (_, beat) => {
    const mark = document.createElement("i");
    if (beat % perBar === 0) mark.className = "first";
    return mark;
  }));
}

const decibels = (gain) => typeof gain === "number" ? gain : -120;

function showPicture(text) {
  const scenes = JSON.stringify(picture?.scenes);
  picture = JSON.parse(text);
  document.title = picture.title;
  put(element("title"), picture.title);
  put(element("preview"), picture.preview ? words.preview(picture.preview) : "");
  showServer();
  element("pause").setAttribute("aria-pressed", String(picture.resumes));
  // Not while a hand is on it.
  if (performance.now() - gainTime > 1000) element("gain").value = Math.max(-60, decibels(picture.gain));
  put(element("gain-text"), decibels(picture.gain) <= -120 ? "−∞ dB" : `${decibels(picture.gain).toFixed(1)} dB`);
  showStems();
  if (scenes !== JSON.stringify(picture.scenes)) showScenes();
  showBeats();
  if (picture.calendar !== calendar) showDoors();
  keepAwake();
}

function showServer() {
  const server = element("server");
  server.classList.toggle("away", isLost || picture?.is_away === true);
  put(server, isLost ? words.lost
    : picture?.is_away ? words.away : picture?.is_frozen ? words.frozen : picture?.is_paused ? words.paused : words.connected);
}

let isFetching = false;
async function showDoors() {
  if (isFetching) return;
  isFetching = true;
  const number = picture.calendar;
  const answer = await get("/doors");
  isFetching = false;
  // It was unpaired meanwhile.
  if (!picture) return;
  // A picture that comes before asks again, too.
  if (!answer) return void setTimeout(() => { if (picture && picture.calendar !== calendar) showDoors(); }, 2000);
  calendar = number;
  const rows = answer.doors.filter((row) => row.door !== "none");
  doors = new Map(rows.map((row) => [row.stem, row]));
  element("doors").hidden = rows.length === 0;
  put(element("doors-title"), `${words.doors} (${answer.time_zone})`);
  element("calendar").replaceChildren(...rows.map((row) => {
    const item = document.createElement("li");
    const state = document.createElement("small");
    item.className = row.door;
    item.textContent = row.title;
    state.textContent =
      row.door === "open" ? (row.until ? words.until(date(row.until)) : words.open)
      : row.door === "over" ? words.over : lockedText(row.stem);
    item.append(state);
    return item;
  }));
  showStems();
  if (picture.calendar !== calendar) showDoors();
}

/// As the schedule's zone has it, which the answer is written in.
const date = (text) => text.slice(0, 16).replace("T", " ");

function lockedText(stem) {
  const row = doors.get(stem);
  if (!row?.opens) return words.locked;
  const time = new Intl.RelativeTimeFormat(language);
  const [days, hours] = [86400, 3600].map((length) => Math.floor((row.in_seconds ?? 0) / length));
  return words.left(date(row.opens), days >= 2 ? time.format(days, "day") : time.format(hours, "hour"));
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
  const marks = element("beats").children;
  const now = marks.length ? beat % marks.length : -1;
  const last = element("beats").querySelector(".now");
  if (last !== (marks[now] ?? null)) {
    last?.classList.remove("now");
    marks[now]?.classList.add("now");
  }
  const perBar = beatsPerBar();
  const position = words.position(
    Math.floor(frame / picture.loop) + 1, perBar ? Math.floor(beat / perBar) + 1 : 0, perBar ? (beat % perBar) + 1 : 0);
  put(element("position"), picture.piece ? `${position} · ${pieceTime(frame)}` : position);
  for (const stem of picture.stems) put(tiles.get(stem.stem).next, isPending(stem) ? nextText(stem, frame) : "");
}

/// `0:12:05`: hours, minutes, seconds.
function clock(frames) {
  const seconds = Math.max(0, Math.floor(frames / picture.sample_rate));
  const two = (number) => String(number).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/// How long the piece of a programme has played, and how long it plays yet, if that is known.
const pieceTime = (frame) =>
  words.pieceTime(clock(frame), picture.piece.end === undefined ? null : clock(picture.piece.end - frame));

function showLevels() {
  picture?.stems.forEach((stem, index) => {
    const parts = tiles.get(stem.stem);
    const level = Math.max(0, Math.min(1, 1 + (motion.peaks[index] ?? -99) / 60));
    if (level === parts.level) return;
    parts.level = level;
    parts.meter.style.transform = `scaleX(${level})`;
  });
}

function nextText(stem, frame) {
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
    const lock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
    wakeLock = lock;
    lock?.addEventListener("release", () => { if (wakeLock === lock) wakeLock = null; });
    if (!picture) lock?.release();
  } else if (!isPlaying && wakeLock?.release) {
    wakeLock.release();
  }
}

// MARK: - Pairing

function showRole(newRole) {
  const wasIn = role === "play" || role === "look";
  const hadFocus = element("pairing").contains(document.activeElement);
  role = newRole;
  document.body.dataset.role = role;
  for (const control of document.querySelectorAll("main button, main select, main input, footer button")) control.disabled = role !== "play";
  put(element("role"), role === "look" ? words.looks : "");
  put(element("pairing-text"), role === "look" ? words.pairingAgain : words.pairing);
  if (role === "none") {
    leave();
    element("code").focus();
  } else if (!wasIn) {
    listen();
    // It is opened again when somebody sees the page.
    if (document.hidden) events.close();
  }
  if (role === "play" && hadFocus) element("title").focus();
}

/// Forgets what only a paired browser sees.
function leave() {
  events?.close();
  wakeLock?.release?.();
  [events, picture, motion, calendar, isLost, hasEnded] = [null, null, null, null, false, false];
  [tiles, doors] = [new Map(), new Map()];
  element("doors").hidden = true;
  element("stems").replaceChildren();
  element("scenes").replaceChildren();
  element("calendar").replaceChildren();
  document.title = "canon";
  put(element("title"), "canon");
  put(element("preview"), "");
  put(element("server"), "");
  element("server").classList.remove("away");
}

/// Asks what this browser may do: another tab may have paired it, and canon may have unpaired it.
let asked = 0;
async function askRole() {
  const number = ++asked;
  const answer = await get("/role");
  // An older answer says nothing of what has come since.
  if (answer && number === asked) showRole(answer.role);
  return answer !== null;
}

let isPairing = false;
/// Of a link that was opened meanwhile.
let nextCode = null;
async function pair(code) {
  isPairing = true;
  const response = await post("/pair", code.trim()).catch(() => null);
  isPairing = false;
  asked += 1;
  if (nextCode !== null) {
    const next = nextCode;
    nextCode = null;
    return pair(next);
  }
  const answer = response?.ok ? await response.json().catch(() => null) : null;
  if (answer) {
    element("code").value = "";
    show([]);
    const wasIn = events !== null;
    showRole(answer.role);
    // canon ends the stream of who it was before.
    if (wasIn) listen();
    return;
  }
  element("code").value = code;
  const reason = { 422: words.wrongCode, 429: words.waitCode, 503: words.tooManyPaired }[response?.status];
  show([reason ?? (await response?.text().catch(() => null)) ?? words.noAnswer]);
  await untilRole();
}

/// Asks until canon answers.
async function untilRole() {
  while (!await askRole()) {
    // A stream knows by itself whether it is lost.
    if (!events) lose();
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/// A link with a code pairs; the code does not stay in the address, and the part behind # is sent to nobody.
async function enter() {
  const code = location.hash.slice(1);
  if (code) history.replaceState(null, "", location.pathname);
  if (isPairing) {
    nextCode = code || nextCode;
    return;
  }
  return code ? pair(code) : untilRole();
}

// MARK: - The connection

let events = null;
let hasEnded = false;
let lastHeard = 0;

if (!window.isSecureContext) put(element("sleeps"), words.sleeps);

function listen() {
  events?.close();
  lastHeard = performance.now();
  events = new EventSource("/events");
  const hear = (name, act) => events.addEventListener(name, (event) => {
    lastHeard = performance.now();
    act(event.data);
  });
  hear("picture", (text) => {
    [isLost, hasEnded] = [false, false];
    showPicture(text);
  });
  hear("motion", (text) => {
    motion = JSON.parse(text);
    motionTime = performance.now();
    showLevels();
  });
  hear("alive", () => {});
  hear("end", () => { hasEnded = true; });
  events.addEventListener("error", lose);
  // canon has come back, or lets this browser in as another one.
  events.addEventListener("open", () => { if (isLost) askRole(); });
}

function lose() {
  isLost = true;
  // It may be that this browser is no longer paired.
  if (events?.readyState === EventSource.CLOSED) askRole();
  element("server").classList.add("away");
  put(element("server"), hasEnded ? words.ended : words.lost);
}

// A canon that was stopped, or a line that was cut, says nothing at all: canon says every five seconds that it lives. And a browser does not
// come back by itself from an answer that was no stream.
setInterval(() => {
  if (!events || document.hidden || performance.now() - lastHeard < (events.readyState === EventSource.CLOSED ? 2000 : 15000)) return;
  lose();
  listen();
}, 1000);

// A page that nobody sees takes none of the few connections that a browser has for one address.
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && role !== null) askRole();
  if (!events) return;
  if (document.hidden) {
    events.close();
  } else {
    listen();
    if (picture) keepAwake();
  }
});

document.documentElement.lang = language;
for (const node of document.querySelectorAll("[data-text]")) node.textContent = words[node.dataset.text];
for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", words[node.dataset.label]);
element("panic").addEventListener("click", () => say("panic"));
element("undo").addEventListener("click", () => say("undo"));
element("pause").addEventListener("click", () => say(picture?.pause_line ?? "pause"));
let gainTimer = 0;
element("gain").addEventListener("input", () => {
  gainTime = performance.now();
  element("gain-text").textContent = `${Number(element("gain").value).toFixed(1)} dB`;
  clearTimeout(gainTimer);
  gainTimer = setTimeout(() => say(`gain master ${element("gain").value}`), 60);
});
element("pairing").addEventListener("submit", (event) => {
  event.preventDefault();
  if (!isPairing) pair(element("code").value);
});
addEventListener("hashchange", () => { if (location.hash) enter(); });
enter();
requestAnimationFrame(showMotion);
