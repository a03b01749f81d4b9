// The Worker of one thread of a search.

import { type Team, serve } from "./threads";

addEventListener("message", ({ data }: MessageEvent<{ team: Team; thread: number }>) => {
  postMessage("ready");
  serve(data.team, data.thread);
});
