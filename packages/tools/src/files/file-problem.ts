import { errorMessage } from "@genericagent/core-loop";
import { ToolRefusal } from "../tool-refusal.js";
import { showPath } from "./show-path.js";
import { isTemporary } from "./sweep-leftovers.js";

const REASONS: Record<string, string> = {
  ENOENT: "it does not exist. Check the path, or look at the folder with code_run",
  EACCES: "permission denied. Use another path, or ask the user",
  EPERM: "the system does not permit it. Use another path, or ask the user",
  EISDIR: "it is a folder. Name a file in it",
  ENOTDIR: "a part of the path is a file, not a folder. Check the path",
  EEXIST: "something of that name is in the way. Use another name",
  ENOSPC: "the disk is full; nothing was changed. Free some space, or use another disk",
  EFBIG: "it would grow over the limit of file size; nothing was changed. Write less, or to several files",
  EDQUOT: "the disk quota is used up; nothing was changed. Free some space, or use another disk",
  EROFS: "the file system is read-only. Use another place",
  ENAMETOOLONG: "the name is too long for the file system. Use a shorter one",
  ELOOP: "its symbolic links form a loop. Name the real file",
  EBUSY: "it is in use and cannot be replaced. Close what uses it, or write to another file",
  E2BIG: "its arguments and environment are too long for the system. Pass data in a file",
  EMFILE: "too many files are open. Try again later",
  ENFILE: "too many files are open on this machine. Try again later",
  EIO: "the disk reported an error. Ask the user to check it",
  EAGAIN: "it has nothing to read now and would be waited for. Use code_run with a timeout",
  EINVAL: "the system cannot read or write it like a file. Use code_run",
  ENXIO: "nothing is at its other end. Use code_run",
};

/** The file may well be writable: it is the new one beside it that could not be made. */
const IN_FOLDER: Record<string, string> = {
  EACCES:
    "its folder takes no new files, and the new content is written to one first. Change it in place with code_run, or ask the user",
};

/** One plain sentence for an error of the file system; `action` reads like "read" or "write". */
export function fileProblem(error: unknown, action: string, path: string): ToolRefusal {
  if (error instanceof ToolRefusal) return error;
  const { code, path: at } = (error ?? {}) as NodeJS.ErrnoException;
  const reason =
    (at && isTemporary(at) && IN_FOLDER[code!]) ||
    (code && REASONS[code]) ||
    `${errorMessage(error)}. Try another way, or ask the user`;
  return new ToolRefusal(`Cannot ${action} ${showPath(path)}: ${reason}.`, error);
}
