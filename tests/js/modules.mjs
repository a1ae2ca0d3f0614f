// Prints which of these files are no modules, with the reason; none of them runs.
import { readFileSync } from "node:fs";
import { spawnSync } from "node:child_process";

const complaintOf = (file) => {
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "--check"], {
    input: readFileSync(file),
    encoding: "utf-8",
  });
  return status ? [`${file}: ${stderr}`] : [];
};
console.log(JSON.stringify(process.argv.slice(2).flatMap(complaintOf)));
