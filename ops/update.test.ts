// ops/update on releases of a few lines; ops/rehearsal updates a real one.
import { execFile } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { packRelease } from '../scripts/release-archive.ts'

let folder: string
let server: Server
const at = (name: string) => path.join(folder, name)
const done = () => (existsSync(at('log')) ? readFileSync(at('log'), 'utf8').trim().split('\n') : [])
const running = () => path.basename(realpathSync(at('cupo')))

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'cupo-update-'))
  mkdirSync(at('archives'))
  writeFileSync(at('cupo.env'), '')
  writeFileSync(at('service'), `#!/bin/sh\necho "$1 $2" | sed 's/ .*[^0-9]/ /' >> ${at('log')}\n`)
  chmodSync(at('service'), 0o755)
  cpSync(releaseOf('0.1.0'), at('cupo-0.1.0'), { recursive: true })
  symlinkSync(at('cupo-0.1.0'), at('cupo'))
  server = createServer(({ url }, response) => {
    const facts = JSON.parse(
      readFileSync(path.join(realpathSync(at('cupo')), 'package.json'), 'utf8'),
    )
    if (facts.broken) response.statusCode = 503
    response.end(url === '/api/health' ? JSON.stringify(facts) : '{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterEach(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

type Traits = {
  broken?: boolean
  doctor?: number
  migrate?: number
  allows?: number
  platform?: string
}

/** Writes a release whose commands end with these codes; returns its folder. */
function releaseOf(version: string, traits: Traits = {}): string {
  const root = at(`made-${version}`)
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    writeFileSync(path.join(root, name), text)
  }
  write('package.json', JSON.stringify({ version, broken: traits.broken }))
  write(`build/client/assets/${version}.js`, version)
  write('scripts/doctor.ts', `process.exit(${traits.doctor ?? 0})`)
  write('scripts/db-migrate.ts', `process.exit(${traits.migrate ?? 0})`)
  write('scripts/allows-release.ts', `console.log('drops x'); process.exit(${traits.allows ?? 0})`)
  for (const name of ['update', 'usage.sh', 'service.sh', 'systemd']) {
    cpSync(path.join(import.meta.dirname, name), path.join(root, 'ops', name), { recursive: true })
  }
  return root
}

function archiveOf(version: string, traits: Traits = {}): string {
  const platform = traits.platform ?? `${process.platform}-${process.arch}`
  const facts = { version, commit: 'abc', platform, node: 24, migrations: {} }
  return packRelease(releaseOf(version, traits), facts, at('archives'))
}

/** Runs the command of the release that runs. */
async function update(...args: string[]): Promise<{ code: number; said: string }> {
  const { port } = server.address() as AddressInfo
  const env = {
    PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
    ...{ CUPO: at('cupo'), ENV_FILE: at('cupo.env'), SERVICE: at('service') },
    // Both processes are the server of this test.
    ...{ PORTS: `${port} ${port}`, READY_S: '1', PAUSE_S: '0' },
  }
  return new Promise((resolve) => {
    execFile(at('cupo/ops/update'), args, { env }, (error, out, told) =>
      resolve({ code: error ? Number(error.code) : 0, said: out + told }),
    )
  })
}

const acts = () => done().map((line) => line.split(' ')[0])

it('unpacks, switches, restarts one after the other, and goes back', async () => {
  expect(await update(archiveOf('0.2.0'))).toMatchObject({ code: 0 })
  expect(running()).toBe('cupo-0.2.0')
  expect(acts()).toEqual(['restart', 'restart'])
  // Pages of either release find their files at both.
  for (const name of ['0.1.0', '0.2.0']) {
    for (const one of ['0.1.0', '0.2.0']) {
      expect(existsSync(at(`cupo-${name}/build/client/assets/${one}.js`))).toBe(true)
    }
  }
  expect(await update('--back')).toMatchObject({ code: 0 })
  expect(running()).toBe('cupo-0.1.0')
  expect(acts()).toHaveLength(4)
  expect(await update('--back')).toMatchObject({ code: 1, said: /no release before/ })
})

it('refuses a damaged archive, one of another platform, and an older one', async () => {
  const damaged = archiveOf('0.2.0')
  truncateSync(damaged, 500)
  const refused = [damaged, archiveOf('0.3.0', { platform: 'plan9-mips' }), archiveOf('0.0.9')]
  const reasons = [/is damaged/, /for plan9-mips/, /older than what runs/]
  for (const [index, archive] of refused.entries()) {
    const { code, said } = await update(archive)
    expect([code, said]).toEqual([1, expect.stringMatching(reasons[index] as RegExp)])
    expect(said).toContain('Nothing was changed.')
  }
  rmSync(`${damaged}.sha256`)
  expect(await update(damaged)).toMatchObject({ code: 1, said: /sha256 cannot be read/ })
  expect([running(), done()]).toEqual(['cupo-0.1.0', []])
})

it('changes nothing when the doctor finds errors or the migration fails', async () => {
  expect(await update(archiveOf('0.2.0', { doctor: 2 }))).toMatchObject({ code: 1, said: /doctor/ })
  expect(await update(archiveOf('0.2.1', { migrate: 1 }))).toMatchObject({
    code: 1,
    said: /migration/,
  })
  expect([running(), done()]).toEqual(['cupo-0.1.0', []])
  expect(await update('--anyway', archiveOf('0.2.0', { doctor: 2 }))).toMatchObject({ code: 0 })
})

it('stops all when the schema does not bear the old program, and refuses to go back', async () => {
  const { code, said } = await update(archiveOf('0.2.0', { allows: 3 }))
  expect([code, said]).toEqual([0, expect.stringContaining('All processes stop')])
  expect(acts()).toEqual(['stop', 'stop', 'restart', 'restart'])
  const back = await update('--back')
  expect(back).toMatchObject({ code: 1, said: /drops x\n.*does not allow going back to 0\.1\.0/s })
  expect(back.said).toMatch(/restore --target '\d{4}-.+\+00' --release .+cupo-0\.1\.0/)
  expect([running(), acts().length]).toEqual(['cupo-0.2.0', 4])
})

it('runs the release before again when a process does not get ready', async () => {
  const { code, said } = await update(archiveOf('0.2.0', { broken: true }))
  expect([code, said]).toEqual([1, expect.stringMatching(/0\.1\.0 runs again.*did not get ready/s)])
  expect(running()).toBe('cupo-0.1.0')
  // The other process was never stopped before the old release was back.
  expect(acts()).toEqual(['restart', 'restart', 'restart'])
})

it('refuses a folder that is no link', async () => {
  rmSync(at('cupo'))
  cpSync(at('cupo-0.1.0'), at('cupo'), { recursive: true })
  expect(await update(archiveOf('0.2.0'))).toMatchObject({ code: 1, said: /is no link/ })
})
