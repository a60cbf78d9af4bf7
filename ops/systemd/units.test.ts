import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/project.ts'

const units = readdirSync(import.meta.dirname).filter((name) => !name.endsWith('.ts'))
/** Names that systemctl takes: `cupo@` stands for every instance. */
const names = units.flatMap((name) => [name, name.replace(/\.service$/, '')])

it('names only units that exist', () => {
  const list = ['grep', '-rnE', '(systemctl|journalctl -u) ', 'docs', 'ops', 'scripts']
  const lines = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' }).split('\n')
  const cited = lines
    .filter((line) => !/^docs\/decisions\/|\.test\.ts:/.test(line))
    .flatMap(
      (line) => line.slice(line.search(/systemctl|journalctl/)).match(/\bcupo[@\w.-]*/g) ?? [],
    )
    .map((name) => name.replace(/@.*/, '@').replace(/\.$/, ''))
    // Other words of such lines: paths, packages and variables.
    .filter((name) => !/^cupo(\.env|-\d)/.test(name))
  expect(cited.length).toBeGreaterThan(8)
  expect(cited.filter((name) => !names.includes(name))).toEqual([])
})

it('runs only programs of the archive', () => {
  const texts = units.map((name) => readFileSync(path.join(import.meta.dirname, name), 'utf8'))
  const run = texts.flatMap((text) => text.match(/(?<=^ExecStart=\/opt\/cupo\/)\S+/gm) ?? [])
  expect(run.length).toBe(3)
  expect(run.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([])
})
