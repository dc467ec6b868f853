import type { JsonObject } from "@genericagent/core-loop";
import { asList, asObject } from "../loose-json.js";

/** Collects what is wrong with a request, with the place where it is wrong. The checks every wire shares are here. */
export class Report {
  readonly violations: string[] = [];

  /** Says that it is wrong unless it holds. */
  check(holds: boolean, place: string, rule: string): boolean {
    if (!holds) this.violations.push(`${place}: ${rule}`);
    return holds;
  }

  text(value: unknown, place: string): void {
    this.check(typeof value === "string", place, "text is a string");
  }

  /** Anthropic: "text content blocks must be non-empty", "must contain non-whitespace text". */
  said(value: unknown, place: string): void {
    this.check(typeof value === "string" && /\S/.test(value), place, "text must not be blank");
  }

  name(value: unknown, maxChars: number, place: string): void {
    const allowed = typeof value === "string" && new RegExp(`^[a-zA-Z0-9_-]{1,${maxChars}}$`).test(value);
    this.check(allowed, place, `the name of a tool is up to ${maxChars} letters, digits, _ and -`);
  }

  base64(value: unknown, place: string): void {
    this.check(typeof value === "string" && BASE64.test(value), place, "an image must be base64");
  }

  mediaType(value: unknown, place: string): void {
    this.check(
      /^image\/(png|jpeg|gif|webp)$/.test(String(value)),
      place,
      "an image must be png, jpeg, gif or webp",
    );
  }

  dataUrl(value: unknown, place: string): void {
    const [head = "", data] = String(value).split(";base64,");
    this.mediaType(head.replace(/^data:/, ""), place);
    this.base64(data, place);
  }

  /** Half a surrogate pair is no character: a body that holds one cannot be decoded. */
  wholeCharacters(body: JsonObject): void {
    const json = JSON.stringify(body).replaceAll("\\\\", "");
    this.check(!/\\ud[89a-f][0-9a-f]{2}/.test(json), "body", "text must hold whole characters");
  }
}

const BASE64 = /^(?!$)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The entries of a list as objects, each with its place. */
export const entries = (list: unknown, place: string): [entry: JsonObject, place: string][] =>
  asList(list).map((entry, index) => [asObject(entry), `${place}[${index}]`]);
