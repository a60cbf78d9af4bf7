import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayCode, typedDisplayCode } from './display-code.ts'
import { documentNumber, documentProblem } from './document-number.ts'
import { cleanEmail, emailKey, isEmail, meantEmail } from './email-address.ts'
import { readCents, readPesos } from './peso-amount.ts'
import { mobileKey, nationalMobile, personalPhone, phoneKey } from './phone-number.ts'
import { readPlate } from './plate.ts'
import { CODE_ALPHABET, readShortCode } from './short-code.ts'

// Identifiers as people, phones, keyboards and spreadsheets write them.

describe('a phone number', () => {
  it.each([
    '300 123 4567',
    '573001234567',
    '+57 (300) 123-4567',
    '\u202A+57 300 123 4567\u202C',
    '300\u2011123\u20114567',
    '0057 300 1234567',
    'tel:+573001234567',
    '３００１２３４５６７',
    '\u200E3001234567',
    '300\u00A0123\u00A04567',
    '300.123.4567,',
    "'3001234567",
  ])('is read from %j', (written) => {
    expect([phoneKey(written), mobileKey(written)]).toEqual(['+573001234567', '+573001234567'])
    expect(nationalMobile(written)).toBe('3001234567')
  })

  it.each([
    '',
    '12345',
    '2001234567',
    '+57 300 123 456',
    '300123456x',
    '300 123 4567 o 310 123 4567',
    '٣٠٠١٢٣٤٥٦٧',
  ])('is none in %j', (wrong) => expect(phoneKey(wrong)).toBeNull())

  it('accepts a landline in the desk search, but not as the phone of a person', () => {
    expect(phoneKey('602 555 0101')).toBe('+576025550101')
    expect([personalPhone('(601) 555 1234'), mobileKey('(601) 555 1234')]).toEqual([null, null])
  })

  it('accepts a foreign phone number only with its country code', () => {
    for (const written of ['+1 415 555 0100', '001 415 555 0100']) {
      expect([personalPhone(written), mobileKey(written)]).toEqual(['+14155550100', null])
    }
  })
})

describe('an e-mail address', () => {
  it.each([
    ['pe\u200Bpe@gmail.com', 'pepe@gmail.com'],
    ['pepe@gmail.com ', 'pepe@gmail.com'],
    ['\uFEFFpepe@gmail.com', 'pepe@gmail.com'],
    ['mailto:Pepe@gmail.com?subject=Hola', 'Pepe@gmail.com'],
    ['<pepe@gmail.com>', 'pepe@gmail.com'],
    ['pepe@gmail.com.', 'pepe@gmail.com'],
    ['pepe＠gmail．com', 'pepe@gmail.com'],
  ])('is cleaned from %j', (written, clean) => {
    expect(cleanEmail(written)).toBe(clean)
    expect(emailKey(written)).toBe('pepe@gmail.com')
  })

  it('has the form of an address whatever stands around it, and none without its parts', () => {
    for (const typed of ['pepe@gmail.com\u00A0', '\u200Emailto:pepe@gmail.com', '<pepe@x.co>.']) {
      expect(isEmail(typed), typed).toBe(true)
    }
    for (const typed of ['pepe', 'pepe@gmail', 'pepe @gmail.com', 'pepe@x@y.co', '@x.co']) {
      expect(isEmail(typed), typed).toBe(false)
    }
  })

  it('keeps different keys for the addresses of two people', () => {
    expect(emailKey('ana maria@x.co')).not.toBe(emailKey('anamaria@x.co'))
    expect(emailKey('ana.maria@x.co')).not.toBe(emailKey('anamaria@x.co'))
    expect(emailKey('jose\u0301@correo.co')).toBe(emailKey('JOSÉ@correo.co'))
  })

  it.each([
    ['pepe@gmail.con', 'pepe@gmail.com'],
    ['pepe@gmial.com', 'pepe@gmail.com'],
    ['Pepe@gmail.cm ', 'pepe@gmail.com'],
    ['pepe@hotmail.co', 'pepe@hotmail.com'],
    ['pepe@hotmal.com', 'pepe@hotmail.com'],
    ['pepe@outlok.com', 'pepe@outlook.com'],
    ['pepe@yahoo.co', 'pepe@yahoo.com'],
    ['pepe@icloud.comm', 'pepe@icloud.com'],
  ])('with a slip, %j, suggests %j', (typed, meant) => expect(meantEmail(typed)).toBe(meant))

  it.each([
    '',
    'pepe',
    'pepe@',
    'pepe@gmail.com',
    'pepe@hotmail.es',
    'pepe@yahoo.com.co',
    'pepe@mail.com',
    'pepe@ymail.com',
    'pepe@unal.edu.co',
    'pepe@empresa.co',
  ])('without a slip, %j, suggests nothing', (typed) => expect(meantEmail(typed)).toBeNull())
})

it.each([
  ['abc-123', 'ABC123'],
  ['ABC 123', 'ABC123'],
  ['ABC·123', 'ABC123'],
  [' Abc-12 3 ', 'ABC123'],
  ['ABC–123\u200B', 'ABC123'],
  ['ABC１２３', 'ABC123'],
  ['ABC١٢٣', null],
  ['ABC12D', null],
  ['ABCD123', null],
  ['ÁBC123', null],
  ['', null],
])('the plate in %j is %j', (written, plate) => expect(readPlate(written)).toBe(plate))

it.each([
  ['abc 234', 'ABC234'],
  ['ab-c2-34', 'ABC234'],
  ['A B C 2 3 4', 'ABC234'],
  ['ABC–234', 'ABC234'],
  ['abc23O', 'ABC23Q'],
  ['abc230', 'ABC23Q'],
  ['abc23', null],
  ['abc2345', null],
  ['abc23I', null],
])('the ticket code in %j is %j', (typed, code) => expect(readShortCode(typed, 6)).toBe(code))

it('reads a display code with an O for a zero, and another dash', () => {
  const code = displayCode('00000000-0000-7000-8000-00001a0b3c4d')
  expect(code).toBe('CUPO-1A0B-3C4D')
  const spellings = ['cupo‑1aOb–3c4d', 'CUPO lA0B 3C4D', '1aob3c4d', `${code}.`, `"${code}"`]
  for (const typed of [code, ...spellings]) {
    expect(typedDisplayCode(typed)).toBe('1a0b3c4d')
  }
  expect(typedDisplayCode('colfocal')).toBeNull()
})

describe('a document number', () => {
  it.each([
    '52123456',
    '52.123.456',
    '52,123,456',
    '52-123-456',
    '52\u00A0123\u202F456',
    'CC 52123456',
    'cc52123456',
    'C.C. 52.123.456',
    'C.C.No. 52.123.456',
    'Cédula de ciudadanía N.º 52.123.456',
    'cedula: 52123456',
    '52.123.456 de Bogotá',
    '52.123.456 expedida en Santa Marta',
    'CC No 52123456',
    'Cédula ciudadanía: 52.123.456',
    '52.123.456 de Medellín (Ant)',
    '0052123456',
    '52123456.0',
    '５２１２３４５６',
    '\u200E52123456\u200B',
    "'52123456",
  ])('of a cédula is the number alone in %j', (typed) => {
    expect(documentNumber('CC', typed)).toBe('52123456')
  })

  it.each(['AB123456', '52123456A', '52l23456', 'cédula', '123', ''])(
    'of a cédula has no letters: %j is none',
    (typed) => expect(documentNumber('CC', typed)).toBeNull(),
  )

  it.each([
    ['CE', 'C.E. 354.789', '354789'],
    ['CE', 'CE354789', '354789'],
    ['CE', 'Cédula de extranjería No. 354789', '354789'],
    ['CE', 'C.E. No. 354789', '354789'],
    ['CE', 'CE N° 354789', '354789'],
    ['CE', '354789 de Cali', '354789'],
    ['CE', '354789.0', '354789'],
    ['CE', 'e354789', 'E354789'],
    ['PAS', 'Pasaporte AB 123456', 'AB123456'],
    ['PAS', 'Passport number AB123456', 'AB123456'],
    ['PAS', 'Pasaporte No AB 123456', 'AB123456'],
    ['PAS', 'AB123456 expedido en Bogotá', 'AB123456'],
    ['PAS', 'pas123456', 'PAS123456'],
    ['PAS', 'NO 123456', 'NO123456'],
    ['PAS', 'NO123456', 'NO123456'],
    ['PAS', '0012345', '0012345'],
  ] as const)('of %s keeps its letters: %j', (type, typed, number) => {
    expect(documentNumber(type, typed)).toBe(number)
  })

  it.each([
    '5123456',
    'PPT 5.123.456',
    'P.P.T. No. 5123456',
    'PPT No 5123456',
    'Permiso por Protección Temporal (PPT) N.º 5123456',
    '005123456',
    '5123456.0',
  ])('of a PPT is the number alone in %j', (typed) => {
    expect(documentNumber('PPT', typed)).toBe('5123456')
  })

  it.each(['51234', '512345678', 'V-5123456', 'PPT', ''])('of a PPT is not %j', (typed) => {
    expect(documentNumber('PPT', typed)).toBeNull()
    expect(documentProblem('PPT', typed)).toBe('Escribe los números del PPT: son de 6 a 8.')
  })

  it('has its types in one list: no other file of the program keeps one', () => {
    const files = globSync('{contract,server,web,sandbox,database/functions}/**/*.{ts,tsx,sql}')
    const listing = files.filter((file) => {
      if (/\.test\.tsx?$|generated/.test(file)) return false
      return /'CC'\s*[,|]\s*'CE'|value: '(?:CE|PAS|PPT)'/.test(readFileSync(file, 'utf8'))
    })
    expect(listing).toEqual([])
  })
})

describe('an amount', () => {
  it.each([
    ['20.000,00', 20_000],
    ['$ 20.000,00 COP', 20_000],
    ['20,000.00', 20_000],
    ['20000.50', 20_000],
    ['20.000', 20_000],
    ['20 000', 20_000],
    ['COP 35.000', 35_000],
    ['20.000,-', 20_000],
    ['1.234.567,8', 1_234_567],
    ['２０.０００', 20_000],
    ['35.000 a las 5', 35_000],
    ['Valor: $20.000 el 05/11', 20_000],
    ['$ 20.000 - 30.000', 20_000],
    ["1'200.000", 1_200_000],
    ['pesos', null],
  ])('pasted as %j is %j pesos', (pasted, pesos) => expect(readPesos(pasted)).toBe(pesos))

  it.each([
    ['-50.000', -50_000],
    ['50.000-', -50_000],
    ['(50.000)', -50_000],
    ['− 50.000', -50_000],
    ['-COP 50.000', -50_000],
    ['COP -50.000,00', -50_000],
    ['$ -1234567', -1_234_567],
    ['+1.234.567,00', 1_234_567],
    ['12,5', 12.5],
    ["1'234'567", 1_234_567],
  ])('of a bank, %j, is %j pesos', (cell, pesos) => expect(readCents(cell)).toBe(pesos * 100))

  it.each([
    ...['-50000.000', '5.00.000', '(50.000', '-(50.000)', '--5', '', 'x', '٥٠', '1.2.3'],
    '90071992547410',
  ])('of a bank is none in %j', (cell) => expect(readCents(cell)).toBeNull())
})

/** Invisible characters, spaces and signs that phones, keyboards and spreadsheets add to a text. */
const ADDED = ['\u200B', '\u200E', '\u202A', '\u202C', '\uFEFF', '\u00AD', '\u2060']
const AROUND = [...ADDED, ' ', '\u00A0', '\u202F', '\t', '\n', '\u3000']
const BETWEEN = [...ADDED, ' ', '\u00A0', '-', '\u2011', '\u2013', '\u2212', '.', '·']

const added = (marks: string[]) =>
  fc.array(fc.constantFrom(...marks), { maxLength: 3 }).map((all) => all.join(''))

/** A value with marks around it and, where people separate, between its characters. */
function decorated(value: string, between: string[]) {
  const inside = fc.array(added(between), { minLength: value.length, maxLength: value.length })
  return fc.tuple(added(AROUND), inside, added(AROUND)).map(([before, marks, after]) => {
    const wide = (c: string) =>
      /[0-9A-Za-z]/.test(c) ? String.fromCharCode(c.charCodeAt(0) + 0xfee0) : c
    const all = [...value].map(
      (c, i) => (i % 3 === 2 ? wide(c) : c) + (i + 1 < value.length ? marks[i] : ''),
    )
    return `${before}${all.join('')}${after}`
  })
}

const digits = (min: number, max: number) =>
  fc.stringMatching(new RegExp(`^[1-9][0-9]{${min - 1},${max - 1}}$`))
const kinds = [
  ['phone', digits(9, 9).map((rest) => `3${rest}`), BETWEEN, phoneKey],
  ['e-mail', fc.stringMatching(/^[a-z0-9._]{1,12}@[a-z]{2,8}\.co$/), ADDED, emailKey],
  ['plate', fc.stringMatching(/^[A-Z]{3}[0-9]{3}$/), BETWEEN, readPlate],
  [
    'code',
    fc.stringMatching(new RegExp(`^[${CODE_ALPHABET}]{6}$`)),
    BETWEEN,
    (text: string) => readShortCode(text, 6),
  ],
  [
    'cédula',
    digits(5, 10),
    [...ADDED, ' ', '-', '\u2011'],
    (text: string) => documentNumber('CC', text),
  ],
  [
    'card of a foreigner',
    fc.stringMatching(/^[A-Z]?[0-9]{5,9}$/),
    [...ADDED, ' ', '-'],
    (text: string) => documentNumber('CE', text),
  ],
  [
    'passport',
    fc.stringMatching(/^[A-Z]{0,3}[0-9]{5,9}$/),
    [...ADDED, ' ', '-'],
    (text: string) => documentNumber('PAS', text),
  ],
  [
    'permit of protection',
    digits(6, 8),
    [...ADDED, ' ', '-'],
    (text: string) => documentNumber('PPT', text),
  ],
] as const

it.each(kinds)(
  'the key of a %s never changes by what is added to it',
  (_kind, values, between, key) => {
    const both = values.chain((value) =>
      fc.tuple(fc.constant(value), decorated(value, [...between])),
    )
    fc.assert(
      fc.property(both, ([value, written]) => {
        expect(key(value)).not.toBeNull()
        expect(key(written)).toBe(key(value))
      }),
    )
  },
)

it.each(kinds)('two people never have the same key of a %s', (_kind, values, _between, key) => {
  fc.assert(fc.property(values, values, (one, other) => one === other || key(one) !== key(other)))
})
