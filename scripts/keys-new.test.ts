import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'cupo-keys-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the command with its output appended to the file, as docs/deploy.md does. */
function appendKeys(file: string) {
  const output = openSync(file, 'a')
  const command = [path.join(import.meta.dirname, 'keys-new.ts')]
  const done = spawnSync(process.execPath, command, {
    stdio: ['ignore', output, 'pipe'],
    encoding: 'utf8',
  })
  closeSync(output)
  return done
}

it.runIf(process.platform === 'linux')(
  'adds keys to a file without them, and refuses it once it has them',
  () => {
    const file = path.join(folder, 'cupo.env')
    writeFileSync(file, 'NODE_ENV=production\n')
    expect(appendKeys(file)).toMatchObject({ status: 0, stderr: '' })
    const text = readFileSync(file, 'utf8')
    expect(parseEnv(text)).toMatchObject({ NODE_ENV: 'production', DATA_KEY: expect.any(String) })
    const again = appendKeys(file)
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('DATA_KEY')])
    expect(readFileSync(file, 'utf8')).toBe(text)
  },
)
