import { describe, expect, it } from 'vitest'
import { isReserved, usernameKey } from './username.ts'

describe('usernames', () => {
  it.each([
    ['pedro.rojas', 'PEDRO_Rójas'],
    ['pedro.rojas', 'pedr0-r0jas'],
    ['carmen', 'carrnen'],
    ['willy', 'vvilly'],
    ['lola1', 'lolal'],
    ['straße', 'strasse'],
  ])('gives the look-alike usernames %s and %s the same key', (one, other) => {
    expect(usernameKey(one)).toBe(usernameKey(other))
  })

  it('gives different keys to usernames that look different', () => {
    const names = ['maria', 'marla', 'mario', 'ana.ruiz', 'anaruiz', 'ana2', 'ana3']
    expect(new Set(names.map(usernameKey)).size).toBe(names.length)
  })

  it.each([
    'admin',
    'ADMIN',
    'Ádmin',
    'adm1n',
    'admln',
    'admin2026',
    'cupo',
    'Cupo_Oficial',
    'cup0',
    'soporte.cupo',
    's0porte',
    'ayuda-ana',
    'a.d.m.i.n',
    'ｓｏｐｏｒｔｅ',
    'wompi',
    'Soporte',
    'equipocupo',
    'SoporteCupo1',
  ])('reserves the username %s for representatives of Cupo', (name) =>
    expect(isReserved(name)).toBe(true),
  )

  it.each(['laura.gomez', 'cupido', 'administre', 'ana', 'informatica', 'pagoda', 'luis7'])(
    'does not reserve the username %s',
    (name) => expect(isReserved(name)).toBe(false),
  )
})
