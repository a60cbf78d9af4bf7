import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Licences that packages of Cupo may have; Cupo itself is not published. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-4.0',
  'OFL-1.1',
  'MPL-2.0',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'Zlib',
  // Only for separate libraries (libvips, libheif) that are loaded at run time.
  'LGPL-3.0',
  'LGPL-3.0-or-later',
])

/** Whether an SPDX expression can be met: at least one part of an OR, every part of an AND. */
export function isAllowed(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, '')
  return plain
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((each) => ALLOWED.has(each.trim())))
}

/** Packages whose licence is stated only in their LICENSE file, reviewed by a person. */
const REVIEWED: Record<string, string> = { 'png-js': 'MIT' }

/** Licence from the lock file; older packages state it only in their manifest. */
export function licenceOf(locked: string | undefined, folder: string): string {
  if (locked) return locked
  try {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const said = manifest.license ?? manifest.licenses?.[0]?.type
    return said ?? REVIEWED[manifest.name] ?? 'unknown'
  } catch {
    return 'unknown'
  }
}
