// `npm run docs:api`: writes contract/openapi.json, which the server sends as /api/openapi.json.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCommand } from '#server/platform/command.ts'
import { openApiDocument } from './openapi/document.ts'
import { ROOT, say } from './project.ts'

export const TARGET = join(ROOT, 'contract/openapi.json')

/** Generates the text of contract/openapi.json. */
export async function openApiFile(): Promise<string> {
  return `${JSON.stringify(await openApiDocument(), null, 1)}\n`
}

if (process.argv[1] === import.meta.filename) {
  readCommand({
    call: 'npm run docs:api',
    about: 'Writes contract/openapi.json, which the server sends as /api/openapi.json.',
  })
  writeFileSync(TARGET, await openApiFile())
  say(TARGET)
}
