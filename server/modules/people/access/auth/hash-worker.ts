// A thread that only hashes passwords; see hash-pool.ts.
import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import type { HashAnswer, HashTask } from './hash-pool.ts'

/** Parameters of the OWASP Password Storage Cheat Sheet: Argon2id (2), 19 MiB, 2 passes, 1 lane. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Lower priority than all other work of the process. */
const NICENESS = 10

try {
  // On Linux each thread has its own priority; 0 means the calling thread.
  os.setPriority(0, NICENESS)
} catch {
  // If the system forbids it, only the limit on workers protects other work.
}

parentPort?.on('message', (task: HashTask) => parentPort?.postMessage(answer(task)))

function answer(task: HashTask): HashAnswer {
  try {
    const { password, hash, salt } = task
    if (hash !== undefined) return { ok: verifySync(hash, password) }
    return { ok: hashSync(password, { ...PARAMETERS, ...(salt && { salt }) }) }
  } catch (error) {
    return { failed: (error as Error).message }
  }
}
