import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCommand } from '#server/platform/command.ts'
import { isAllowed, licenceOf } from './licence-rules.ts'
import { ROOT, say } from './project.ts'

readCommand({
  call: 'npm run licences',
  about:
    'Lists the licences of what is installed for production. `npm run sbom` writes the ' +
    'components as CycloneDX.',
  exits: { 1: 'a licence is not on the list of scripts/licence-rules.ts' },
})

type Locked = { version?: string; license?: string; dev?: boolean; devOptional?: boolean }

const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}
const rows = Object.entries(lock.packages)
  .filter(([path, { dev }]) => path !== '' && !dev)
  .map(([path, { version, license }]) => ({
    name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version: version ?? '',
    licence: licenceOf(license, join(ROOT, path)),
  }))
for (const [licence, some] of Map.groupBy(rows, (row) => row.licence)) {
  const mark = isAllowed(licence) ? '' : '   NOT ON THE LIST'
  say(`${licence} (${some.length})${mark}`)
  for (const { name, version } of some) say(`  ${name} ${version}`)
}
process.exitCode = rows.every(({ licence }) => isAllowed(licence)) ? 0 : 1
