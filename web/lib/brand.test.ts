import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { titled } from './brand.ts'

it('writes the name of the service in titles only by BRAND_NAME', () => {
  const files = globSync('web/**/*.{ts,tsx}').filter((file) => !/\.test\./.test(file))
  const named = files.filter((file) => /(· Cupo|Cupo ·)['`]/.test(readFileSync(file, 'utf8')))
  expect(named).toEqual([])
  expect(titled('Mis viajes')).toBe('Mis viajes · Cupo')
})

it('claims no saving without "hasta", no car for each seat, no other commission or payment', () => {
  const claims = globSync('web/features/{home,marketing}/*.{ts,tsx}')
    .filter((file) => !/\.test\./.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  expect(claims).not.toMatch(/(?<!hasta )70 %/i)
  expect(claims).not.toMatch(/Cada cupo ocupado es un carro/)
  expect(claims).not.toMatch(/la cuenta de inmediato/)
  expect(claims).not.toMatch(/COMMISSION_BP/)
  // Nobody chooses a seat of the car.
  expect(claims).not.toMatch(/elige tu (puesto|asiento)/i)
  // Half of it passes when somebody leaves late, and all of it when they do not come.
  expect(claims).not.toMatch(/pasa al conductor solo|solo pasa al/)
})
