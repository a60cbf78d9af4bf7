import { describe, expect, it } from 'vitest'
import { parseStatement } from './parse-statement.ts'

const OURS = 'CUPO-W-0123456789ABCDEF0123'

const short = (file: string) =>
  parseStatement(file).lines.map(({ day, reference, amountInCents, status }) => {
    return [day, reference, amountInCents, status]
  })

describe('a statement of the bank', () => {
  it('reads payments and returns from a statement with signed amounts', () => {
    const file = [
      '\uFEFFFecha,Descripción,Valor',
      `2026-11-20,"PAGO ""A"" ${OURS}",-50000`,
      '2026-11-20,ABONO NOMINA,900000',
      `2026-11-21,DEVOLUCION ${OURS.toLowerCase()},50000.00`,
      '2026-11-21,COMISION,"-1,190.50"',
      '',
    ].join('\r\n')
    expect(short(file)).toEqual([
      ['2026-11-20', OURS, 5_000_000, 'approved'],
      ['2026-11-21', OURS, 5_000_000, 'returned'],
      ['2026-11-21', null, 119_050, 'approved'],
    ])
  })

  it('reads a statement with two amount columns, semicolons, and lines above its headings', () => {
    const file = [
      'Banco de prueba;;;',
      'FECHA;REFERENCIA;DÉBITO;CRÉDITO',
      `20/11/2026;${OURS};$ 1.250.000,00;`,
    ].join('\n')
    expect(short(file)).toEqual([['2026-11-20', OURS, 125_000_000, 'approved']])
  })

  it.each([
    ['-12,5', 1_250],
    ['-12.50', 1_250],
    ['-1.234', 123_400],
    ['-1.234,5', 123_450],
    ['-1,234,567', 123_456_700],
  ])('reads the amount %s of a statement as %i cents', (text, cents) => {
    expect(short(`fecha;referencia;valor\n2026-11-20;${OURS};${text}`)).toEqual([
      ['2026-11-20', OURS, cents, 'approved'],
    ])
  })

  it.each(['-50.000', '50.000-', '(50.000)', '− 50.000', '-COP 50.000', "'-50000", '-$ 50.000,00'])(
    'reads %s as fifty thousand pesos that left',
    (text) => {
      expect(short(`fecha;referencia;valor\n20/11/26;${OURS};${text}`)).toEqual([
        ['2026-11-20', OURS, 5_000_000, 'approved'],
      ])
    },
  )

  it('reads longer headings, and skips and counts the lines that sum up others', () => {
    const file = [
      'Fecha de la transacción;Descripción del movimiento;Valor (COP)',
      `20/11/26;${OURS};-50.000`,
      ';Saldo del día;-50.000',
      'Total;;-50.000',
    ].join('\r\n')
    expect(short(file)).toEqual([['2026-11-20', OURS, 5_000_000, 'approved']])
    expect(parseStatement(file).skipped).toBe(2)
  })

  it.each([
    ['2026-11-20', '-50000.000', 'línea 3, valor «-50000.000»'],
    ['2026-13-20', '-50.000', 'línea 3, fecha «2026-13-20»'],
    ['31/02/26', '-50.000', 'línea 3, fecha «31/02/26»'],
    ['', '-50.000', 'línea 3, fecha «»'],
    ['20/11/26', '', 'línea 3, valor «»'],
  ])('names line and cell of what it cannot read: %j, %j', (day, value, where) => {
    const file = `Fecha;Concepto;Valor\n20/11/26;Pago;-1.000\n${day};${OURS};${value}`
    expect(() => parseStatement(file)).toThrow(where)
  })

  it('gives a line the same key in every file, and equal lines of one file different keys', () => {
    const head = 'fecha,referencia,valor\n'
    const line = `2026-11-20,${OURS},-50000\n`
    const [one] = parseStatement(head + line).lines
    const [again, second] = parseStatement(head + line + line).lines
    expect(again?.key).toBe(one?.key)
    expect(second?.key).not.toBe(one?.key)
  })

  it.each([
    ['no headings', `2026-11-20,${OURS},-50000`],
    ['an invalid date', `fecha,referencia,valor\nayer,${OURS},-50000`],
    ['an invalid amount', `fecha,referencia,valor\n2026-11-20,${OURS},mucho`],
    ['an empty file', ''],
  ])('refuses a statement with %s', (_, file) => {
    expect(() => parseStatement(file)).toThrow('No entendemos ese archivo')
  })
})
