import { describe, expect, it } from "vitest";
import { ModelError, type ModelErrorCode, type ModelErrorOptions } from "../src/index.js";
import { failureAction } from "../src/mixin/failure-action.js";
import {
  answered,
  chosen,
  failed,
  homeOf,
  initialState,
  type MixinState,
  orderOf,
} from "../src/mixin/mixin-state.js";
import { firstRound, nextStep, type Round, type RoundRules } from "../src/mixin/next-step.js";

const SPRING = 300_000;
const [A, B, C] = [0, 1, 2];

const error = (code: ModelErrorCode, more: Partial<ModelErrorOptions> = {}) =>
  new ModelError({ code, message: `${code}!`, provider: "p", ...more });

/** The state after a session failed at `now`. */
function fail(state: MixinState, index: number, now: number, what = error("overloaded"), shown = false) {
  const action = failureAction(what, SPRING);
  return failed(
    state,
    { index, error: what, action, shown, chars: 100 },
    { now, count: 3, springBackMs: SPRING },
  );
}
const answer = (state: MixinState, index: number, now: number) =>
  answered(state, index, { now, count: 3, springBackMs: SPRING });
const order = (state: MixinState, now: number) => orderOf(state, 3, now);

const rules: RoundRules = {
  ...{ now: 0, count: 3, chars: 0 },
  ...{ maxRounds: 3, baseDelayMs: 1500, factor: 2, maxDelayMs: 5000, maxRetryAfterMs: 60_000 },
};
const step = (state: MixinState, round: Partial<Round> = {}, more: Partial<RoundRules> = {}) =>
  nextStep(state, { ...firstRound, ...round }, { ...rules, ...more });

describe("who is asked first", () => {
  it("is the first session, until another had to answer for it, and again after springBackMs", () => {
    expect(order(initialState, 0)).toEqual([A, B, C]);
    const onB = answer(fail(initialState, A, 1000), B, 2000);
    expect(order(onB, 2000 + SPRING - 1)).toEqual([B, A, C]);
    expect(order(onB, 2000 + SPRING)).toEqual([A, B, C]);
  });

  it("does not move the way back each time the stand-in answers", () => {
    const onB = answer(fail(initialState, A, 0), B, 0);
    expect(answer(onB, B, 200_000).fallback).toEqual(onB.fallback);
  });

  it("goes home at once when home answers", () => {
    const onB = answer(fail(initialState, A, 0), B, 0);
    expect(answer(onB, A, 10)).toEqual(initialState);
  });

  it("C6: a choice by hand and the fallback do not fight: stable on B until A's cool-down ends, then A", () => {
    let state = chosen(initialState, C);
    state = fail(state, C, 0, error("rate-limit", { retryAfterMs: 90_000 }));
    expect(step(state, { tried: [C] })).toEqual({ type: "ask", index: A });
    state = answer(state, A, 10);
    for (let now = 20; now < 90_000; now += 5000) {
      expect(step(state, {}, { now })).toEqual({ type: "ask", index: A });
      state = answer(state, A, now);
      expect(homeOf(state, now)).toBe(C);
    }
    expect(step(state, {}, { now: 90_000 })).toEqual({ type: "ask", index: C });
    expect(state.choice).toEqual({ index: C, owner: "user" });
    expect(state.fallback).toMatchObject({ index: A, owner: "failover", until: 90_000 });
  });

  it("a choice with an end gives way to the order it was given in", () => {
    const state = chosen(initialState, B, 1000);
    expect(homeOf(state, 999)).toBe(B);
    expect(homeOf(state, 1000)).toBe(A);
    expect(chosen(state, undefined)).toEqual(initialState);
  });

  it("a new choice ends the fallback, and lets in what was shut out for good", () => {
    const shut = answer(fail(initialState, A, 0, error("auth")), B, 1);
    expect(order(shut, 10 * SPRING)[0]).toBe(B);
    expect(step(shut, {}, { now: 10 * SPRING })).toEqual({ type: "ask", index: B });
    expect(step(chosen(shut, A))).toEqual({ type: "ask", index: A });
  });

  it("a choice does not cut short a wait the server asked for", () => {
    const cooling = fail(initialState, A, 0, error("rate-limit", { retryAfterMs: 5000 }));
    expect(step(chosen(cooling, A), {}, { now: 4999 })).toEqual({ type: "ask", index: B });
    expect(step(chosen(cooling, A), {}, { now: 5000 })).toEqual({ type: "ask", index: A });
  });

  it("a partial answer marks the next start, whatever becomes of this one", () => {
    expect(order(fail(initialState, A, 0, error("stream-cut"), true), 1)[0]).toBe(B);
    expect(order(fail(initialState, A, 0, error("stream-cut")), 1)[0]).toBe(A);
  });

  it("never changes a state, only replaces it", () => {
    const frozen = Object.freeze({ ...initialState, blocks: Object.freeze({}), tooLong: Object.freeze({}) });
    fail(frozen, A, 0, error("auth"), true);
    answer(frozen, B, 0);
    chosen(frozen, C);
    expect(JSON.parse(JSON.stringify(frozen))).toEqual(initialState);
  });
});

describe("what a failure does", () => {
  const MINUTE = 60_000;
  it.each<[ModelError, object]>([
    [error("overloaded"), { kind: "next-round" }],
    [error("server-error"), { kind: "next-round" }],
    [error("network"), { kind: "next-round" }],
    [error("idle-timeout"), { kind: "next-round" }],
    [error("stream-cut"), { kind: "next-round" }],
    [error("rate-limit"), { kind: "next-round" }],
    [error("rate-limit", { retryAfterMs: 7000 }), { kind: "blocked", forMs: 7000 }],
    [error("overloaded", { retryAfterMs: 7000 }), { kind: "blocked", forMs: 7000 }],
    [error("network", { retryable: false }), { kind: "blocked", forMs: SPRING }],
    [error("bad-response"), { kind: "blocked", forMs: SPRING }],
    [error("billing"), { kind: "blocked", forMs: 60 * MINUTE }],
    [error("auth"), { kind: "blocked" }],
    [error("not-found"), { kind: "blocked" }],
    [error("context-overflow"), { kind: "not-for-this-size" }],
    [error("bad-request"), { kind: "not-for-this-message" }],
    [error("refusal"), { kind: "report" }],
  ])("%s", (what, action) => {
    expect(failureAction(what, SPRING)).toEqual(action);
  });

  it("what is no model's failure is reported", () => {
    expect(failureAction(new TypeError("a mistake"), SPRING)).toEqual({ kind: "report" });
  });

  it("a request that was too long for one is kept from it, a shorter one is not", () => {
    const state = fail(initialState, A, 0, error("context-overflow"));
    expect(step(state, {}, { chars: 100 })).toEqual({ type: "ask", index: B });
    expect(step(state, {}, { chars: 99 })).toEqual({ type: "ask", index: A });
  });
});

describe("rounds", () => {
  it("ask everyone once, wait longer after each, and end", () => {
    expect(step(initialState, { tried: [A] })).toEqual({ type: "ask", index: B });
    const all = { tried: [A, B, C] };
    expect(step(initialState, all)).toEqual({ type: "wait", ms: 1500, round: { ...firstRound, number: 2 } });
    expect(step(initialState, { ...all, number: 2 })).toMatchObject({ ms: 3000 });
    expect(step(initialState, { ...all, number: 3 }, { maxRounds: 9 })).toMatchObject({ ms: 5000 });
    expect(step(initialState, { ...all, number: 3 })).toEqual({ type: "give-up" });
  });

  it("C4: wait for a cool-down exactly, where it is short; else say when it ends", () => {
    const cooling = (ms: number) =>
      [A, B, C].reduce((s, i) => fail(s, i, 0, error("rate-limit", { retryAfterMs: ms + i })), initialState);
    expect(step(cooling(7000), { tried: [A, B, C] })).toMatchObject({ type: "wait", ms: 7000 });
    expect(step(cooling(7000), {}, { now: 6999 })).toMatchObject({ type: "wait", ms: 1, round: firstRound });
    expect(step(cooling(7000), {}, { now: 7000 })).toEqual({ type: "ask", index: A });
    expect(step(cooling(10_800_000), { tried: [A, B, C] })).toEqual({ type: "give-up", until: 10_800_000 });
  });

  it("do not wait for a session that is shut out, nor ask one again that is out for this message", () => {
    const shut = fail(initialState, A, 0, error("auth"));
    expect(step(shut, { out: [B, C], tried: [B, C] })).toEqual({ type: "give-up" });
    expect(step(initialState, { out: [A] })).toEqual({ type: "ask", index: B });
  });
});
