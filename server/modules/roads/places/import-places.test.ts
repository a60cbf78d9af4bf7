import { describe, expect, it } from 'vitest'
import { decodeText } from '#server/platform/csv.ts'
import { DivipolaError, parseDivipola } from './import-places.ts'

const HEADER =
  'Código Departamento;Nombre Departamento;Código Municipio;Nombre Municipio;' +
  'Tipo: Municipio / Isla / Área no municipalizada;longitud;Latitud'

const titiribi = {
  id: '05809',
  name: 'Titiribí',
  department: 'Antioquia',
  lat: 6.0623,
  lng: -75.7934,
}

describe('parseDivipola', () => {
  it.each([
    ['as published', `${HEADER}\n05;ANTIOQUIA;05809;TITIRIBÍ;Municipio;-75,793406;6,062321`],
    ['without leading zeros', `${HEADER}\n5;ANTIOQUIA;5809;TITIRIBÍ;Municipio;-75,7934;6,0623`],
    ['with points for thousands', `${HEADER}\n5;Antioquia;5.809;Titiribí;;-75.7934;6.0623`],
    [
      'with commas and quotes',
      'COD_DPTO,DPTO,COD_MPIO,NOM_MPIO,TIPO,LATITUD,LONGITUD\r\n' +
        '"05","Antioquia","05809","Titiribí","Municipio","6,0623","-75,7934"\r\n',
    ],
    [
      'under a title',
      `DIVIPOLA;;;;;;\n;;;;;;\n${HEADER}\n05;ANTIOQUIA;05809;TITIRIBÍ;;-75,7934;6,0623`,
    ],
  ])('reads a row of the municipality list %s', (_case, text) => {
    expect(parseDivipola(text)).toEqual({ rows: [titiribi], refused: [] })
  })

  it('reads a municipality list encoded in Latin-1', () => {
    const row = `${HEADER}\n05;ANTIOQUIA;05809;TITIRIBÍ;Municipio;-75,7934;6,0623`
    expect(parseDivipola(decodeText(Buffer.from(row, 'latin1'))).rows).toEqual([titiribi])
  })

  it.each([
    ['EL CARMEN DE BOLÍVAR', 'El Carmen de Bolívar'],
    ['BOGOTÁ, D.C.', 'Bogotá, D.C.'],
    ['SAN JOSÉ DE LA MONTAÑA', 'San José de la Montaña'],
    ['ÚTICA', 'Útica'],
    ['López de Micay', 'López de Micay'],
  ])('writes the municipality name %s as %s', (given, written) => {
    const text = `${HEADER}\n19;CAUCA;19418;${given};Municipio;-77,2;2,8`
    expect(parseDivipola(text).rows[0]?.name).toBe(written)
  })

  it('refuses each impossible row with its reason and keeps the valid rows', () => {
    const text = [
      HEADER,
      '05;ANTIOQUIA;05809;TITIRIBÍ;Municipio;-75,7934;6,0623',
      '05;ANTIOQUIA;05809;TITIRIBÍ;Municipio;-75,7934;6,0623',
      '05;ANTIOQUIA;73001;IBAGUÉ;Municipio;-75,2;4,4',
      '05;ANTIOQUIA;A5001;MEDELLÍN;Municipio;-75,5;6,2',
      '05;ANTIOQUIA;05002;;Municipio;-75,4;5,7',
      '05;ANTIOQUIA;05004;ABRIAQUÍ;Municipio;oeste;6,6',
      '05;ANTIOQUIA;05021;ALEJANDRÍA;Municipio;6,4;-75,1',
      '05;ANTIOQUIA;50010;X;Municipio;-75,2;4,4',
      'Total: 1.122',
    ].join('\n')
    const { rows, refused } = parseDivipola(text)
    expect(rows).toHaveLength(1)
    expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'código repetido'],
      [4, 'el municipio no es de ese departamento'],
      [5, 'el código no es de DIVIPOLA'],
      [6, 'falta el nombre'],
      [7, 'las coordenadas no son números'],
      [8, 'está fuera de Colombia'],
      [9, 'el municipio no es de ese departamento'],
      [10, 'el código no es de DIVIPOLA'],
    ])
    expect(refused[0]?.text).toContain('TITIRIBÍ')
  })

  it('names the missing columns when a file lacks them', () => {
    expect(() => parseDivipola('código municipio;nombre municipio\n05001;Medellín')).toThrow(
      /código departamento, nombre departamento, longitud, latitud/,
    )
    expect(() => parseDivipola('')).toThrow(DivipolaError)
  })
})
