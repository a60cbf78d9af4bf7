import { expect, it } from 'vitest'
import type { Unsigned } from '#contract/proposal.ts'
import { subjectOf, titleOf } from './proposal-title.ts'

const named = (name: string) => ({
  ...{ id: `id of ${name}`, name, standing: 'active' as const, missing: [], sameDevice: false },
})
const proposal: Unsigned = {
  ...{ id: 'a', kind: 'expulsion', detail: 'fraud', pesos: null, subjectId: null, reason: null },
  ...{ people: [named('Rita Paz'), named('Sara Gil')], by: 'Diana Q.', sameDevice: false },
  at: '2026-11-20T13:00:00Z',
}

it('the title of a measure does not name who reported it as if they were judged', () => {
  expect(titleOf(proposal)).toBe('Expulsión · Rita Paz')
  expect(titleOf({ ...proposal, kind: 'dispute' })).toBe('Reclamo · Rita Paz y Sara Gil')
})

it.each([
  ['expulsion', 'fraud', 'Estafa o suplantación'],
  ['suspension', 'strikes', 'Varios incumplimientos con pasajeros'],
  ['credit', 'service_failure', 'Cupo falló en el servicio'],
  ['connection_pay', 'connection_pay', 'Falló el primer carro y lo que reservó salió vacío'],
  ['refund', 'ANULA-1', 'ANULA-1'],
] as const)('says why of a %s in words: %s', (kind, detail, words) => {
  expect(subjectOf({ kind, detail })).toBe(words)
})
