import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestDeps } from './deps.ts'

export type CommandEnd = { code: number; lines: string[]; complaint: string }

/** Runs a program of `scripts/` with `input`, with the test's database and data folder. */
export async function runCommand(
  { databaseUrl, config }: Pick<TestDeps, 'databaseUrl' | 'config'>,
  [script = '', ...args]: readonly string[],
  input = '',
): Promise<CommandEnd> {
  const program = path.join(import.meta.dirname, '..', 'scripts', script)
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: config.dataDir },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // A program that reads nothing may have ended before.
  child.stdin.on('error', () => undefined).end(input)
  const ended = once(child, 'close')
  const [out, complaint] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await ended
  return { code, lines: out.split('\n').filter((line) => line !== ''), complaint }
}
