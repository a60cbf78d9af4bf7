// Facts about the project folder that several scripts need.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The project folder, with a slash at the end. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Runs a JavaScript program of an npm package under this Node; resolves to its exit code. */
export function runNode(
  args: string[],
  env: Record<string, string | undefined> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1)))
  })
}

/** Writes one line for the person at the terminal. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
