import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { atEnd } from '#test/at-end.ts'
import { brandFrom } from '#web/lib/brand.ts'
import { builtBrandProblems } from './built-brand.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'cupo-brand-'))
atEnd(() => rmSync(folder, { recursive: true }))

function problemsOf(environment: Record<string, string>): string[] {
  const file = path.join(folder, 'brand.json')
  writeFileSync(file, JSON.stringify(brandFrom(environment)))
  return builtBrandProblems(file)
}

const own = {
  VITE_BRAND_ORIGIN: 'https://cupo.internal',
  VITE_BRAND_LAT_ORIGIN: 'https://cupo-lat.internal',
  VITE_BRAND_DEVELOPMENT_HOST: 'desarrollo.cupo.internal',
  VITE_BRAND_PHONE: '+57 602 485 0100',
  VITE_BRAND_ADDRESS: 'Calle 10 # 4-40',
  VITE_BRAND_SUPPORT_MAIL: 'soporte@cupo.internal',
  VITE_BRAND_INFO_MAIL: 'hola@cupo.internal',
  VITE_BRAND_MARKETING_MAIL: 'mercadeo@cupo.internal',
  VITE_BRAND_MANAGEMENT_MAIL: 'gerencia@cupo.internal',
  VITE_BRAND_PRIVACY_MAIL: 'datos@cupo.internal',
}

// covers: C284
it('finds each contact in the built pages that nobody replaced', () => {
  expect(problemsOf(own)).toEqual([])
  for (const name of Object.keys(own)) {
    const { [name]: _, ...rest } = own as Record<string, string>
    expect(problemsOf(rest)).toEqual([expect.stringContaining(`${name} es un dato de ejemplo`)])
  }
})

it('finds that the web is not built', () => {
  expect(builtBrandProblems(path.join(folder, 'none.json'))).toEqual([
    expect.stringContaining('no está construida'),
  ])
})
