import { expect, it } from 'vitest'
import { z } from 'zod'
import { api } from './api.ts'
import { CalendarDate, inputText, longText, readable, SixDigits, text } from './common.ts'
import type { RouteDef } from './route.ts'

// Every string of a request is checked, at any position of a body or an address.

type Node = { type: string; format?: string; checks?: unknown[] } & Record<string, unknown>

/** Formats that allow nothing but ASCII letters, digits and a few signs. */
const NARROW_FORMATS = new Set(['uuid', 'email', 'date', 'datetime'])

/** Lists the paths where a schema takes text without the check, or a value of any type. */
function unchecked(schema: z.ZodType, path: string): string[] {
  const def = schema._zod.def as unknown as Node
  const below = (child: unknown, step: string) => unchecked(child as z.ZodType, `${path}${step}`)
  switch (def.type) {
    case 'string': {
      const ok = NARROW_FORMATS.has(def.format ?? '') || def.checks?.includes(readable)
      return ok ? [] : [path]
    }
    case 'object':
      return Object.entries(def.shape as object).flatMap(([key, child]) => below(child, `.${key}`))
    case 'array':
      return below(def.element, '[]')
    case 'tuple':
      return (def.items as unknown[]).flatMap((item, index) => below(item, `[${index}]`))
    case 'union':
      return (def.options as unknown[]).flatMap((option) => below(option, ''))
    case 'pipe':
      return below(def.in, '')
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return below(def.innerType, '')
    case 'enum':
    case 'literal':
    case 'boolean':
    case 'number':
    case 'transform':
      return []
    default:
      return [`${path}: ${def.type}`]
  }
}

const inputs = Object.entries(api).flatMap(([domain, group]) =>
  Object.entries(group as Record<string, RouteDef>).flatMap(([name, route]) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = route[part]
      return schema ? [[`${domain}.${name}.${part}`, schema] as const] : []
    }),
  ),
)

/** The only input of any type: the server drops it without reading it. */
const IGNORED = ['auth.bootstrap.body.debug: unknown']

it('every string of every request has the check for unreadable characters', () => {
  const found = inputs.flatMap(([path, schema]) => unchecked(schema, path))
  expect(found).toEqual(IGNORED)
})

it('the test finds a string without the check at any depth of a schema', () => {
  const planted = z.strictObject({
    a: z.array(z.union([z.int(), z.strictObject({ b: z.string().max(5).optional() })])),
    c: inputText().max(3),
    d: z.record(z.string(), z.int()),
    e: z.email(),
  })
  expect(unchecked(planted, 'x')).toEqual(['x.a[].b', 'x.d: record'])
})

it('readable text in any script passes unchanged', () => {
  const samples = ['Ñandú & Cía.', 'Zoë 👩🏽‍🚀', 'línea\u00a0dura', '١٢٣', 'तुम', '"<b>"']
  for (const sample of samples) expect(text(60).parse(sample)).toBe(sample)
})

it('reads a code of six digits as phones show and paste it, and no other count', () => {
  for (const typed of ['123 456', '123-456', ' 123456\u200B\n', '１２３４５６', '123\u00A0456']) {
    expect(SixDigits.parse(typed), typed).toBe('123456')
  }
  for (const typed of ['12345', '1234567', '12345a', '']) {
    expect(SixDigits.safeParse(typed).success, typed).toBe(false)
  }
})

it('calendar dates are accepted only in the years 1900 to 2199', () => {
  const dates = ['1900-01-01', '2026-11-20', '2199-12-31', '1899-12-31', '2200-01-01', '0000-01-01']
  expect(dates.map((date) => CalendarDate.safeParse(date).success)).toEqual(
    dates.map((_, index) => index < 3),
  )
})

it('takes marks that turn the writing out of a long text, such as a message of the team', () => {
  const typed = 'Tu viaje \u202Esale\u202C a las \u20668:00\u2069\u200E. ¡Buen viaje! 👩\u200D💻'
  expect(longText(200).parse(typed)).toBe('Tu viaje sale a las 8:00. ¡Buen viaje! 👩\u200D💻')
  const message = { id: crypto.randomUUID(), to: 'passengers', reason: 'Cambió la hora.' }
  const { text: sent } = api.deskActions.sendMessage.body.parse({ ...message, text: typed })
  expect(sent).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200E]/)
})
