import { asObject } from "./loose-json.js";

/** What a server said when it did not answer: the raw material of a `ModelError`. */
export class ServerFailure extends Error {
  override readonly name = "ServerFailure";

  constructor(
    /** The parsed body or error object, or the text where it is no JSON. */
    readonly body: unknown,
    readonly status?: number,
    readonly headers?: Headers,
  ) {
    super("the server reported a failure");
  }
}

/** The wire's way to say that the model declined to answer. */
export const refusal = (why: string): ServerFailure =>
  new ServerFailure({ type: "refusal", message: why || "the model declined to answer" });

/** The failure inside an error that an SDK threw, whichever SDK it was; undefined for connection errors. */
export function failureOf(error: unknown): ServerFailure | undefined {
  if (error instanceof ServerFailure) return error;
  if (!(error instanceof Error)) return undefined;
  const {
    status,
    error: body,
    headers,
  } = error as Error & { status?: number; error?: unknown; headers?: Headers };
  if (status === undefined && body === undefined) return undefined;
  return new ServerFailure(body ?? withoutStatus(error.message, status), status, headers);
}

/** The SDKs put the status before the text of a body that is no JSON. */
const withoutStatus = (message: string, status?: number): string =>
  status !== undefined && message.startsWith(`${status} `) ? message.slice(`${status} `.length) : message;

/** The error object, which wires nest differently: `{error: {…}}`, `{type: "error", error: {…}}`, `{…}`, `{error: "…"}`. */
export function errorObject(body: unknown): { message: string; labels: string; code: unknown } {
  const outer = asObject(body);
  const inner = typeof outer.error === "string" ? { message: outer.error } : asObject(outer.error ?? body);
  const message = [inner.message, outer.message, outer.detail].find(
    (value) => typeof value === "string" && value,
  );
  const labels = [inner.type, inner.code, inner.status, outer.code].filter(
    (value) => typeof value === "string",
  );
  return {
    message:
      typeof body === "string" ? body : ((message as string | undefined) ?? JSON.stringify(body ?? "")),
    labels: labels.join(" "),
    code: inner.code ?? outer.code,
  };
}
