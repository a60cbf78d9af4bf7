import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ROOT } from './project.ts'
import { describeRelease, isShipped, PROGRAM, packRelease } from './release-archive.ts'

const list = ['ls-files', '-co', '--exclude-standard']
const files = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n')

it('ships what an operator needs, and neither tests nor development', () => {
  const shipped = files.filter(isShipped)
  const needed = [
    ...[
      'package.json',
      'package-lock.json',
      'CHANGELOG.md',
      'server/main.ts',
      'database/grants.sql',
    ],
    ...['ops/update', 'ops/service.sh', 'ops/backup/restore', 'ops/proxy/unavailable.html'],
    ...['ops/systemd/cupo@.service', 'docs/deploy.md', 'docs/runbooks/restore.md'],
    ...['scripts/doctor.ts', 'scripts/allows-release.ts', 'contract/errors.ts'],
  ]
  expect(needed.filter((name) => !shipped.includes(name))).toEqual([])
  const folders = new Set(shipped.map((file) => file.split('/')[0]))
  expect([...folders].sort()).toEqual([...PROGRAM].sort())
  expect(shipped.filter((file) => /\.test\.|^(test|web|sandbox|native)\//.test(file))).toEqual([])
})

it('copies into the image only what an archive has too', () => {
  const image = readFileSync(path.join(ROOT, 'ops/Dockerfile'), 'utf8')
  const copied = [...image.matchAll(/\/opt\/cupo\/([\w.-]+)(?= )/g)].map(([, name = '']) => name)
  const built = ['node_modules', 'build']
  expect(copied.length).toBeGreaterThan(6)
  expect(copied.filter((name) => !PROGRAM.includes(name) && !built.includes(name))).toEqual([])
})

it('says of each migration whether the release before works after it', async () => {
  const { version, platform, migrations } = await describeRelease(ROOT, 'abc')
  expect(platform).toBe(`${process.platform}-${process.arch}`)
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(migrations['20261128T0640_documents_add_paper.sql']).toEqual([])
  expect(migrations['20261128T0641_insurance.sql']?.join()).toContain('drop constraint')
})

it('packs one folder, whose checksums and modes are right', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cupo-archive-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const at = (name: string) => path.join(folder, name)
  for (const name of ['program/scripts', 'to', 'out']) mkdirSync(at(name), { recursive: true })
  writeFileSync(at('program/package.json'), '{}', { mode: 0o600 })
  writeFileSync(at('program/scripts/año.ts'), 'one', { mode: 0o777 })
  const facts = { version: '9.8.7', commit: 'abc', platform: 'linux-x64', node: 24, migrations: {} }
  const archive = packRelease(at('program'), facts, at('to'))
  expect(path.basename(archive)).toBe('cupo-9.8.7-linux-x64.tar.gz')
  execFileSync('sha256sum', ['--status', '-c', `${archive}.sha256`], { cwd: at('to') })
  execFileSync('tar', ['-xzf', archive, '-C', at('out')])
  const list = execFileSync('find', ['.', '-type', 'f'], { cwd: at('out'), encoding: 'utf8' })
  expect(list.trim().split('\n').sort()).toEqual(
    ['files.sha256', 'package.json', 'release.json', 'scripts/año.ts'].map(
      (name) => `./cupo-9.8.7/${name}`,
    ),
  )
  const unpacked = path.join(at('out'), 'cupo-9.8.7')
  execFileSync('sha256sum', ['--status', '-c', 'files.sha256'], { cwd: unpacked })
  expect(statSync(path.join(unpacked, 'package.json')).mode & 0o777).toBe(0o644)
  expect(JSON.parse(readFileSync(path.join(unpacked, 'release.json'), 'utf8'))).toEqual(facts)
})
