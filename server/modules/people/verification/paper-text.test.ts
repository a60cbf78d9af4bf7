import { describe, expect, it } from 'vitest'
import { checkPaper, readPaperText } from './paper-text.ts'

const TODAY = '2026-11-27'
const read = (...lines: string[]) => readPaperText(lines.join('\r\n'), TODAY)

describe('the text of a PDF', () => {
  it.each<[string | null, string, string]>([
    ['soat', 'SEGURO DE DAÑOS EN ACCIDENTES DE TRÁNSITO', 'Licencia de tránsito No. 100'],
    ['rtm', 'Certificado de Revisión Técnico-Mecánica', 'SOAT vigente: sí'],
    ['property_card', 'LICENCIA DE TRÁNSITO No. 10012345', 'SOAT'],
    ['licence', 'Licencia de Conducción', 'Categoría B1'],
    ['identity_front', 'REPÚBLICA DE COLOMBIA', 'CÉDULA DE CIUDADANÍA'],
    [null, 'Factura de venta', 'Total: $ 300.000'],
  ])('names %s when its title does, whatever other papers it mentions', (kind, ...lines) => {
    expect(read(...lines).kind).toBe(kind)
  })

  it.each([
    ['2027-05-12', 'Vigencia desde 2026-05-13 hasta 2027-05-12'],
    ['2027-05-12', 'Expedición 13/05/2026. Vence 12/05/2027'],
    ['2027-05-12', 'Válido hasta el 12 de mayo de 2027.'],
    ['2027-05-12', 'FECHA DE VENCIMIENTO 12-MAY-2027'],
    ['2027-05-12', 'Hasta las 23:59 horas del', 'AÑO MES DÍA', '2027 05 12'],
    ['2026-11-27', 'Vence 2026-11-27'],
  ])('offers %s as the last day of "%s"', (date, ...lines) => {
    expect(read(...lines).expiresOn).toBe(date)
  })

  it.each([
    ['a day that is over', 'Vence 2025-01-31'],
    ['a day that no calendar has', 'Vence 31/02/2027'],
    ['a day after the longest validity', 'Vence 2060-01-01'],
    ['an identification number', 'No. 1032 98 7654321'],
    ['no date', 'Sin fechas'],
  ])('offers no last day for %s', (_what, line) => {
    expect(read(line).expiresOn).toBeNull()
  })

  it('offers the date of birth of an identity document, and of no other document', () => {
    const born = 'Fecha de nacimiento: 17/05/1990'
    expect(read('Cédula de ciudadanía', born).birthDate).toBe('1990-05-17')
    expect(read('Licencia de conducción', born).birthDate).toBeNull()
    expect(read('PERMISO POR PROTECCIÓN TEMPORAL', born).kind).toBe('identity_front')
  })
})

describe('a paper that is over', () => {
  it.each([
    ['2026-10-30', 'Vigencia hasta 30/10/2026'],
    ['2026-05-12', 'Vigente desde 2025-05-13', 'hasta el 2026-05-12'],
  ])('says its last day %s', (date, ...lines) => {
    expect(read(...lines).expiredOn).toBe(date)
  })

  it.each([
    ['a later day', 'Vence 30/10/2026. Nueva vigencia hasta 30/10/2027'],
    ['only a day of issue', 'Fecha de expedición 30/10/2020'],
  ])('says none with %s', (_what, line) => {
    expect(read(line).expiredOn).toBeNull()
  })
})

describe('a check of what was typed', () => {
  const soat = {
    ...({ kind: 'soat', expiresOn: '2027-10-30', birthDate: null } as const),
    ...{ plate: 'KLM482', number: null, names: [], policy: null },
  }

  it('names the date that the text does not contain, and the last day that it says', () => {
    const text = 'SOAT. Placa KLM-482. Vence 30/10/2026'
    expect(checkPaper(text, soat, TODAY)).toEqual({
      endsOn: '2026-10-30',
      hints: ['date_absent'],
    })
  })

  it('finds nothing when the text contains each datum, however it is written', () => {
    const licence = {
      ...({ kind: 'licence', expiresOn: '2030-05-12', birthDate: null, plate: null } as const),
      policy: null,
      ...{ number: '1032987654', names: ['José', 'Núñez'] },
    }
    const text =
      'LICENCIA DE CONDUCCIÓN NUÑEZ PEREZ JOSE No. 1.032.987.654 Válida hasta 12-MAY-2030'
    expect(checkPaper(text, licence, TODAY)?.hints).toEqual([])
  })

  it('checks insurer and number of a policy', () => {
    const typed = { ...soat, kind: 'insurance' as const, policy: { insurer: 'Sura', number: '77' } }
    const text = 'Seguros Sura. Póliza de responsabilidad civil 88. Placa KLM482, 30/10/2027'
    expect(checkPaper(text, typed, TODAY)?.hints).toEqual(['policy_absent'])
  })

  it.each([
    ['plate_absent', { plate: 'XYZ123' }],
    ['number_absent', { number: '555' }],
    ['name_absent', { names: ['Ana'] }],
    ['other_paper', { kind: 'rtm' }],
    ['birth_absent', { birthDate: '1990-05-17' }],
  ] as const)('finds %s', (hint, typed) => {
    const text = 'SOAT. Placa KLM482. Vence 30/10/2027'
    expect(checkPaper(text, { ...soat, ...typed }, TODAY)?.hints).toEqual([hint])
  })

  it.each(['', ' \n ', '30/10/2026'])('checks nothing when no text can be read (%j)', (text) => {
    expect(checkPaper(text, soat, TODAY)).toBeNull()
  })
})
