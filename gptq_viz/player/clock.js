// Where the player is in time: a finished count, a phase, and how long the phase has lasted. No DOM.

export const PHASES = ["read", "round", "error", "spread"];
export const SPEEDS = [0.5, 1, 2, 4];

const COLUMN_MS = 1200; // one column at speed 1
const RUN_MS = 40000; // a whole run at speed 1 lasts at most about this
const MERGE_MS = 320; // below this a column is shown as one movement
const FADE_MS = 350;
const SHARES = { read: 0.17, round: 0.23, error: 0.2, spread: 0.4 };

export function createClock(columns, step) {
  const clock = { columns, step: 0, phase: "read", since: Infinity, playing: false, speed: 1 };
  goToColumn(clock, step);
  return clock;
}

/** Milliseconds one column takes at the clock's speed. */
export function columnTime(clock) {
  return Math.min(COLUMN_MS, RUN_MS / clock.columns) / clock.speed;
}

/** True when columns pass too fast for four separate sub-steps. */
export function isMerged(clock) {
  return columnTime(clock) < MERGE_MS;
}

export function phaseTime(clock) {
  return isMerged(clock) ? columnTime(clock) : columnTime(clock) * SHARES[clock.phase];
}

/** How far the fade of the present phase has come, 0 to 1. */
export function fadeShare(clock) {
  if (clock.phase === "done" || clock.since === Infinity) return 1;
  const whole = clock.playing ? Math.min(FADE_MS, phaseTime(clock) * 0.85) : FADE_MS;
  return Math.min(1, clock.since / whole);
}

/** Phase *read* of column `step`, or *done* after the last one. */
export function goToColumn(clock, step) {
  clock.step = Math.max(0, Math.min(clock.columns, Math.round(step)));
  clock.phase = clock.step === clock.columns ? "done" : "read";
  clock.since = Infinity;
}

export function nextSubstep(clock) {
  if (clock.phase === "done") return;
  const at = PHASES.indexOf(clock.phase);
  if (at === PHASES.length - 1) goToColumn(clock, clock.step + 1);
  else clock.phase = PHASES[at + 1];
  clock.since = 0;
}

export function previousSubstep(clock) {
  if (clock.step === 0 && clock.phase === "read") return;
  const at = PHASES.indexOf(clock.phase);
  if (at > 0) {
    clock.phase = PHASES[at - 1];
  } else {
    clock.step -= 1;
    clock.phase = "spread";
  }
  clock.since = Infinity; // backwards shows the phase as it ends
}

/** Starts playing; from the end it starts over. */
export function play(clock) {
  if (clock.phase === "done") goToColumn(clock, 0);
  clock.playing = true;
  clock.since = 0;
}

export function pause(clock) {
  clock.playing = false;
  clock.since = Infinity;
}

export function changeSpeed(clock, by) {
  const at = SPEEDS.indexOf(clock.speed) + by;
  clock.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at))];
}

/** Lets `dt` milliseconds pass while playing; stops at the end. */
export function elapse(clock, dt) {
  clock.since += Math.min(dt, 250); // a hidden tab does not make the player jump
  while (clock.playing && clock.phase !== "done") {
    if (isMerged(clock)) clock.phase = "spread";
    const whole = phaseTime(clock);
    if (clock.since < whole) return;
    const rest = clock.since - whole;
    nextSubstep(clock);
    clock.since = rest;
  }
  if (clock.phase === "done") pause(clock);
}
