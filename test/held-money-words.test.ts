import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

// One verb for held money, in everything that people read: apartar (docs/decisions/0012).

const ROOT = join(import.meta.dirname, '..')

/** Words that never name anything else in our texts. */
const HELD = /\b(?:reten(?:er\b|emos|id[oa]s?|ción|ciones)|retien|retuv|congel[ao])/i
/** Words that may name a seat, a person or a browser, beside a word for money. */
const MONEY = '(?:dinero|plata|saldo|fondos|valor|comisión|pesos|tarifa|ingreso|pasaje)'
const OTHER = '(?:(?:reserv|bloque)ad[oa]s?|(?:reserv|bloque)amos)'
const GAP = String.raw`\W+(?:\p{L}+\W+){0,2}`
const BESIDE = new RegExp(`${MONEY}${GAP}${OTHER}|${OTHER}${GAP}${MONEY}`, 'iu')

/** Lines with another verb than apartar for held money. */
function otherVerbs(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line) && (HELD.test(line) || BESIDE.test(line)))
}

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* sources(path)
    else if (/\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name)) yield path
  }
}

describe('texts about held money', () => {
  it('use the verb apartar and no other', () => {
    const found = ['contract', 'server', 'web'].flatMap((folder) =>
      [...sources(folder)].flatMap((path) =>
        otherVerbs(readFileSync(join(ROOT, path), 'utf8')).map((line) => `${path}: ${line.trim()}`),
      ),
    )
    expect(found).toEqual([])
  })

  it.each([
    'Retenemos el dinero hasta que suba',
    'la comisión retenida',
    'Saldo congelado',
    'No encontramos la retención de ese dinero.',
    'Tienes $ 20.000: dinero reservado para un viaje',
    'Bloqueamos tu saldo',
  ])('finds another verb in: %s', (text) => expect(otherVerbs(text)).toHaveLength(1))

  it.each([
    'Tu cupo está reservado',
    'Ese nombre de usuario está reservado. Elige otro.',
    'Tu navegador bloquea las cookies. Actívalas para continuar.',
    'Apartamos el dinero',
  ])('accepts: %s', (text) => expect(otherVerbs(text)).toEqual([]))
})
