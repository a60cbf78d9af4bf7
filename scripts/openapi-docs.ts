// `npm run docs:api`: writes contract/openapi.json, which the server sends as /api/openapi.json.

import { join } from 'node:path'
import { openApiDocument } from './openapi/document.ts'
import { ROOT, writeGenerated } from './project.ts'

export const TARGET = join(ROOT, 'contract/openapi.json')

/** Generates the text of contract/openapi.json. */
export async function openApiFile(): Promise<string> {
  return `${JSON.stringify(await openApiDocument(), null, 1)}\n`
}

await writeGenerated(import.meta.filename, {
  call: 'npm run docs:api',
  about: 'Writes contract/openapi.json, which the server sends as /api/openapi.json.',
  target: TARGET,
  text: openApiFile,
})
