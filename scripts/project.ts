// Helpers for the project folder that several scripts need.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Path of the project folder, with a slash at the end. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/**
 * Runs a JavaScript program of an npm package with this Node; resolves to its exit code. When this
 * process is told to stop, the program is stopped first, so that it does not go on in the
 * background. `print` receives what it prints; without it the program prints by itself.
 */
export async function runNode(
  args: string[],
  env: Record<string, string | undefined> = {},
  print?: (text: string) => void,
): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: print ? ['inherit', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...env },
  })
  if (print) for (const stream of [child.stdout, child.stderr]) stream?.on('data', print)
  let told: NodeJS.Signals | null = null
  const pass = (signal: NodeJS.Signals) => {
    told = signal
    child.kill(signal)
  }
  process.on('SIGINT', pass)
  process.on('SIGTERM', pass)
  try {
    const [code] = await once(child, 'close')
    return code ?? 1
  } finally {
    process.off('SIGINT', pass)
    process.off('SIGTERM', pass)
    if (told) process.kill(process.pid, told)
  }
}

/** Runs Vitest; resolves to its exit code. */
export function runVitest(args: string[], env?: Record<string, string | undefined>) {
  return runNode(['node_modules/vitest/vitest.mjs', 'run', ...args], env)
}

/** Reads the project's `.env`, if it exists; variables that are already set keep their values. */
export function loadLocalSettings(): void {
  const file = `${ROOT}.env`
  if (existsSync(file)) process.loadEnvFile(file)
}

/** Reads the lists in the JSON files of a pattern below the project folder, as one list. */
export function readLists<T>(pattern: string): T[] {
  return globSync(pattern, { cwd: ROOT })
    .sort()
    .flatMap((file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as T[])
}

/** Prints one line on the terminal. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
