// Branch coverage of served modules by V8: reports each block of a function (a branch of an `if`, a conditional or a logical
// operator, a loop, the rest after a `return`) that was not executed, with its place and text.
import { Session } from "node:inspector/promises";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

// Runs this function, which must import the modules itself; returns the unexecuted blocks of the scripts that `isMeant`.
export async function uncoveredBy(run, isMeant) {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  await run();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  const blocks = result.filter(({ url }) => url.startsWith("file:") && isMeant(url)).flatMap(uncoveredOf);
  return blocks.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}

function uncoveredOf({ url, functions }) {
  const path = fileURLToPath(url);
  const source = readFileSync(path, "utf8");
  const file = path.split("/static/js/")[1];
  // The innermost range of a block counts; outer ranges come first.
  const dead = functions.flatMap(({ ranges, functionName }) =>
    ranges.filter(({ count }) => !count).map(({ startOffset, endOffset }) => ({ startOffset, endOffset, functionName })),
  );
  return dead
    .map(({ startOffset, endOffset, functionName }) => ({
      file,
      line: source.slice(0, startOffset).split("\n").length,
      function: functionName,
      text: source.slice(startOffset, endOffset).trim(),
    }))
    .filter(({ text }) => /\w/.test(text)); // the brace that closes a block after a return
}
