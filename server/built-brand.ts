import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { placeholderProblems } from './production-rules.ts'

/** What the build of the web wrote there (scripts/build-web.ts). */
const FILE = path.join(import.meta.dirname, '../build/brand.json')

/** Contacts in the built pages that nobody replaced, such as `soporte@cupo.example`. */
export function builtBrandProblems(file = FILE): string[] {
  if (!existsSync(file)) return ['la web no está construida: falta build/brand.json']
  const brand: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  const named = Object.entries(brand).map(([name, value]) => [
    `VITE_BRAND_${name.toUpperCase()}`,
    value,
  ])
  return placeholderProblems(Object.fromEntries(named))
}
