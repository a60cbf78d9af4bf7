import { describe, expect, it } from 'vitest'
import { readPaperText } from './paper-text.ts'

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
  })
})
