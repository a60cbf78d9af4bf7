// Writes docs/personal-data.md from the registry of personal data; a test finds it stale.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { impersonal, registry } from '#server/modules.ts'
import { readCommand } from '#server/platform/command.ts'
import type { OwnedTable } from '#server/platform/module-data.ts'
import { ROOT, say } from './project.ts'

export const TARGET = join(ROOT, 'docs/personal-data.md')

function erased({ erase, eraseLate }: OwnedTable): string {
  const later = eraseLate ? `; then ${effectOf(eraseLate)}` : ''
  return effectOf(erase) + later
}

function effectOf(erase: OwnedTable['erase']): string {
  if ('delete' in erase) return 'deleted'
  if ('clear' in erase) return `emptied: ${Object.keys(erase.clear).join(', ')}`
  return 'how' in erase ? erase.how : `stays: ${erase.nothing}`
}

function kept({ keep, erase }: OwnedTable): string {
  if ('days' in keep) return `${keep.days} days after \`${keep.since}\``
  if ('job' in keep) return `${keep.time} (job \`${keep.job}\`)`
  if ('with' in keep) return `as long as its row of \`${keep.with}\``
  if ('account' in keep) return 'until the account is closed'
  const isRepeated = 'nothing' in erase && erase.nothing === keep.always
  return isRepeated ? 'no limit' : `no limit: ${keep.always}`
}

function left({ leave = {}, others = [] }: OwnedTable): string {
  const reasons = Object.entries(leave).map(([why, columns]) => `${columns.join(', ')} (${why})`)
  const people = others.length > 0 ? [`${others.join(', ')} (other people)`] : []
  return [...reasons, ...people].join('; ')
}

function row(table: OwnedTable): string {
  const { name, owner, why, take } = table
  const about = [`\`${name}\``, owner, why, take.join(', ')]
  return `| ${[...about, left(table), erased(table), kept(table)].join(' | ')} |`
}

/** Generates the text of docs/personal-data.md. */
export function personalDataPage(): string {
  return `# Personal data

<!-- Written by \`node scripts/personal-data.ts\`; a test fails when it is stale. -->

Generated from the \`data.ts\` of every module
([decision 23](decisions/0023-personal-data.md)).
A test compares it with the database: a table or a column that nobody decided about
fails.

| table | owner | what it is for | in the copy | not in the copy | when the account closes | kept |
|---|---|---|---|---|---|---|
${[...registry.values()].map(row).join('\n')}

## About nobody

| table | what it has |
|---|---|
${[...impersonal].map(([table, why]) => `| \`${table}\` | ${why} |`).join('\n')}
`
}

if (process.argv[1] === import.meta.filename) {
  readCommand({
    call: 'node scripts/personal-data.ts',
    about: 'Writes docs/personal-data.md from the registry of personal data.',
  })
  writeFileSync(TARGET, personalDataPage())
  say(TARGET)
}
