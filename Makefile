# On a fresh machine `make play` and `make test` do all the set-up. The other targets are for developers.

SHELL = /bin/bash
PREFIX ?= /usr/local
DESTDIR ?=
ARGS ?=

# The packages with which canon is built, plays and is installed, and those that its tests use in addition.
BUILD_PACKAGES = pkg-config libjack-jackd2-dev libsndfile1-dev libsoxr-dev libncurses-dev nettle-dev libxxhash-dev libebur128-dev libsystemd-dev libqrencode-dev librubberband-dev
PLAY_PACKAGES = jackd2
INSTALL_PACKAGES = patchelf
TEST_PACKAGES = $(PLAY_PACKAGES) $(INSTALL_PACKAGES) flac ffmpeg sox lame vorbis-tools opus-tools wavpack liblo-tools tmux socat fish zsh python3 python3-icalendar tzdata \
  pipewire pipewire-bin pipewire-jack wireplumber dbus-daemon playerctl chromium zbar-tools

# Of debug builds. The gate gives what makes a build from nothing quicker. (A release without debug information would be built
# once more for the manual.)
BUILD_FLAGS ?=

# The compiler is quicker by a tenth if its memory comes in huge pages.
BUILD = GLIBC_TUNABLES=glibc.malloc.hugetlb=1 swift build

CANON = .build/release/canon
SWIFT_FILES = Package.swift Sources Tests

.PHONY: play test test-long build release debug lint format verify-realtime build-asan test-asan test-tsan soak measure benchmark install clean \
  packages-build packages-play packages-install packages-test swift-present help

help: ## Show the targets.
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "make %-16s %s\n", $$1, $$2 }'

play: packages-play release ## Install missing packages, build, and play the calendar of 2015.
	@echo "The calendar of 2015: all its doors are open. This year's: $(CANON) play Schedules/advent.toml" >&2
	@exec $(CANON) play Schedules/advent-2015.toml $(ARGS)

# "swift test" skips live tests that cannot run; here they fail.
test test-long test-asan: export CANON_LIVE_TESTS = required

# RealtimeSanitizer is linked, not compiled in, so that "swift build" and this share what they compile.
test: export CANON_RTSAN = 1

test: packages-test ## Install missing packages, build, and run every test, the audio thread under RealtimeSanitizer.
	$(BUILD) --build-tests $(BUILD_FLAGS)
	$(if $(ARGS),,Tools/run-tests )swift test --skip-build $(ARGS)

# For the long tests alone, from the registry of Python's packages.
PYTHON_OSC = .build-long/python/lib/.python-osc-1.10.2
$(PYTHON_OSC):
	@Tools/install-packages "for the long tests" python3-venv
	python3 -m venv .build-long/python
	.build-long/python/bin/pip --quiet install python-osc==1.10.2
	touch $@

LONG = -c release --scratch-path .build-long -Xswiftc -enable-testing

test-long: packages-test $(PYTHON_OSC) ## Run every test with the full counts of the long campaigns, in a release build; not part of the gate.
	$(BUILD) --build-tests $(LONG)
	CANON_LONG=1 $(if $(ARGS),,Tools/run-tests )swift test --skip-build $(LONG) $(ARGS)

release: packages-build
	$(BUILD) -c release --product canon >&2

debug: packages-build
	$(BUILD)

build: release ## Build the release.

# dpkg decides what is installed. The network is used only if a package is missing.
packages-build: swift-present
	@Tools/install-packages "to build canon" $(BUILD_PACKAGES)

packages-play: packages-build
	@Tools/install-packages "to play when no JACK server runs" $(PLAY_PACKAGES)

packages-install: packages-build
	@Tools/install-packages "to install canon" $(INSTALL_PACKAGES)

packages-test: packages-build
	@Tools/install-packages "for the tests" $(TEST_PACKAGES)

swift-present:
	@command -v swift > /dev/null || { echo "canon needs Swift 6.3 or later in PATH: see https://www.swift.org/install" >&2; exit 1; }

lint: ## Check the format, and that modules import only what the architecture allows.
	swift format lint --strict --parallel --recursive --configuration .swift-format $(SWIFT_FILES)
	Tools/check-modules

format: ## Format all Swift files.
	swift format --in-place --recursive --configuration .swift-format $(SWIFT_FILES)

verify-realtime: release packages-test ## Check in the machine code that the audio thread calls nothing unsafe.
	Tools/verify-realtime

# AddressSanitizer and ThreadSanitizer have build folders of their own, so that .build is not rebuilt.
build-asan: packages-test
	$(BUILD) --build-tests --sanitize=address --scratch-path .build-asan $(BUILD_FLAGS)

# The gate leaves out what takes longest and reads no memory by addresses, or waits for other programs.
ASAN_LEFT_OUT = $(if $(CANON_PART),|HostileFileTests|FFmpegReaderTests|ForeignFileTests|LongSoundTests|BrokenTOMLTests|TOMLOracleTests|AssumedSetTests|SeamMeterTests|StretcherTests)

test-asan: build-asan ## Run the tests under AddressSanitizer, with leaks, but those of values alone, the longest ones, and those of servers, ports, limits, preloaded faults and PipeWire. CANON_PART=memory: only those of modules that handle memory by addresses, without a server and a terminal, in short.
	ASAN_OPTIONS=detect_leaks=1 LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/leaks.supp \
	  $(if $(ARGS),,Tools/run-tests )swift test --skip-build --disable-xctest --sanitize=address --scratch-path .build-asan \
	  --skip 'Canon(Schedule|Control)Tests[.]|ScreenSizeTests|PropertyTests|EveryWordAgainTests|RepetitionTests[./]everything|RehearsalTests|ScheduleReferenceTests|DoorsInRenderingTests|MixPeakTests|TruePeakTests|SetExaminationTests|Check(Fix|Plot)Tests|SeamCheckTests|SetRepairTests|DoorPeakTests|Resumed(Evening|Programme)Tests|RandomMeterTests|TOMLOracleTests|Damaged(File|Set|KeyFile)Tests|ProcessLimitTests|HostileFileTests[./]memory|OSCServerTests[./]taken|LiveTests[./](Screen|ServerPlace|Control|PipeWire|Limits|Devices|Ports|PrivateServers|Doctors|Suspension|Captures[./](exact|serverLoss))$(ASAN_LEFT_OUT)' $(ARGS)

test-tsan: packages-test ## Test the rings and their hand-over under ThreadSanitizer.
	CANON_PART=rings swift test -c release --sanitize=thread --scratch-path .build-tsan -Xswiftc -enable-testing $(ARGS)

SOAK ?= 600
soak: packages-test ## Check random performances of random sets and schedules for SOAK=600 seconds, or SOAK=forever.
	CANON_PART=session CANON_SOAK=$(SOAK) swift test -c release --scratch-path .build-soak -Xswiftc -enable-testing --filter '/soak' $(ARGS)

measure: packages-test ## Print what a hand-over to another edition costs in the engine, and the stem meters beside its mixing.
	CANON_PART=engine CANON_MEASURE=1 swift test -c release --scratch-path .build-measure -Xswiftc -enable-testing --filter HandOverCost
	CANON_PART=session CANON_MEASURE=1 swift test -c release --scratch-path .build-measure -Xswiftc -enable-testing --filter LookCost

benchmark: ## Install similar programs and compare canon with them, e.g. ARGS="--quick"; see Benchmarks/README.md.
	Benchmarks/install-peers
	Benchmarks/run $(ARGS)

install: release packages-install ## Install to PREFIX (below DESTDIR), with the Swift libraries that canon needs.
	CANON_PART=program swift package generate-manual --configuration release > /dev/null
	Tools/install-canon $(CANON) .build/plugins/GenerateManual/outputs/canon/canon.1 "$(DESTDIR)$(PREFIX)"

clean: ## Remove all build folders.
	rm -rf .build .build-asan .build-tsan .build-soak .build-long .build-measure
