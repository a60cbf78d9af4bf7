// Whether the built web runs in the oldest browsers that it promises (web/lib/baseline.ts).
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCommand } from '#server/platform/command.ts'
import { newerIn, newerThanBaseline } from './browser-api.ts'
import { say } from './project.ts'
import { CLIENT } from './web-manifest.ts'

readCommand({
  call: 'node scripts/check-browsers.ts',
  about: 'Finds functions in the built web that a browser of web/lib/baseline.ts lacks.',
  exits: { 1: 'a script uses such a function' },
})

const newer = newerThanBaseline()
for (const file of globSync('assets/**/*.js', { cwd: CLIENT })) {
  const found = newerIn(readFileSync(join(CLIENT, file), 'utf8'), newer)
  if (found.length === 0) continue
  say(`NEWER ${file} uses ${found.join(', ')}`)
  process.exitCode = 1
}
