// A thread that does nothing but hash passwords; see hash-pool.ts.
import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import type { HashAnswer, HashTask } from './hash-pool.ts'

/** As the OWASP Password Storage Cheat Sheet asks for: Argon2id (2), 19 MiB, 2 passes, 1 lane. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Lower priority than all other work of the process. */
const NICENESS = 10

try {
  // On Linux a thread has a priority of its own, and 0 names the one that calls.
  os.setPriority(0, NICENESS)
} catch {
  // Where that is not allowed, only the limit on workers protects other work.
}

parentPort?.on('message', (task: HashTask) => parentPort?.postMessage(answer(task)))

function answer(task: HashTask): HashAnswer {
  try {
    return task.hash === undefined
      ? {
          ok: hashSync(task.password, { ...PARAMETERS, ...(task.salt ? { salt: task.salt } : {}) }),
        }
      : { ok: verifySync(task.hash, task.password) }
  } catch (error) {
    return { failed: (error as Error).message }
  }
}
