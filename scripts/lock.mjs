// Lets one process run at a time, with a lock file that holds the pid of its owner. Plain
// JavaScript without dependencies, because it also guards the installation of the dependencies.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const POLL_MS = 200
const PATIENCE_MS = 15 * 60_000

/**
 * Runs `work` while it holds the lock `file`. Waits for another living owner, and ignores a dead
 * one.
 */
export async function withLock(file, work) {
  await acquire(file)
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

async function acquire(file) {
  mkdirSync(dirname(file), { recursive: true })
  for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (ownerIsGone(file)) rmSync(file, { force: true })
    else await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error(`Another process holds ${file}. Delete it if none is running.`)
}

function ownerIsGone(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    if (!pid) return false // The file has just been created, and its pid is being written.
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
