import { expect, it } from 'vitest'
import { dayAndTime, instantFormat } from './message-words.ts'

it('says of a moment in the first hour of a day between which days it is', () => {
  const at = '2026-11-20T05:15:00Z'
  expect(instantFormat.format(new Date(at))).toMatch(
    /12:15.a.\sm\. \(noche del jueves al viernes\)$/,
  )
  expect(dayAndTime(at)).toMatch(/12:15.a.\sm\. \(noche del jueves al viernes\)$/)
  expect(instantFormat.format(new Date('2026-11-20T06:15:00Z'))).not.toContain('noche')
  expect(dayAndTime('2026-11-20T04:59:00Z')).not.toContain('noche')
})
