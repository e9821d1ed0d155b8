// A command that runs: how it comes along, and at its end the page with what it has written.

import { put, stream } from "./studio.js";

const job = document.getElementById("job");
if (job.dataset.stream) {
  stream(job.dataset.stream, {
    progress: (text) => put(job, text),
    over: () => location.reload(),
  });
}
