// The Worker of a report, on one thread: a file has no shared memory.

import { instantiate } from "./instance";
import { serveJobs } from "./jobs";

serveJobs((module, _threads, emit) => instantiate(module, emit));
