import { beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#test/app.ts'
import { planRoute } from './find-corridor.ts'
import { placesNear } from './find-places.ts'
import { importPlaces } from './import-places.ts'
import { loadPlaces } from './load-places.ts'
import { listPlaces } from './places.queries.ts'

const BOGOTA = '11001'
const LETICIA = '91001'

const HEADER =
  'Código Departamento;Nombre Departamento;Código Municipio;Nombre Municipio;Tipo;longitud;Latitud'
const list = (...rows: string[]) => [HEADER, ...rows].join('\n')
const leticia = '91;AMAZONAS;91001;LETICIA;Municipio;-69,9406;-4,2153'
const mitu = '97;VAUPÉS;97001;MITÚ;Municipio;-70,2345;1,2537'
const bogota = '11;BOGOTÁ, D.C.;11001;BOGOTÁ, D.C.;Municipio;-74,1069;4,6493'

let test: TestApp

beforeAll(async () => {
  test = await openTestApp()
  await loadPlaces(test.deps)
})

describe('importPlaces', () => {
  it('adds the missing municipalities once and refuses a malformed row', async () => {
    const first = await importPlaces(test.deps, list(leticia, mitu, bogota, '91;X;Y;Z;;1;1'))
    expect(first.added.map(({ id, name }) => [id, name])).toEqual([
      [LETICIA, 'Leticia'],
      ['97001', 'Mitú'],
    ])
    expect(first.refused).toHaveLength(1)
    expect([first.onNetwork, first.differing]).toEqual([1, []])
    const rows = await listPlaces(test.deps.db)
    const again = await importPlaces(test.deps, list(leticia, mitu, bogota))
    expect(again).toMatchObject({ added: [], changed: [], unchanged: 2, onNetwork: 1 })
    expect(await listPlaces(test.deps.db)).toEqual(rows)
  })

  it('updates a changed imported place and keeps the population set by the operator', async () => {
    const { db } = test.deps
    await db.updateTable('places').set({ population: 53_000 }).where('id', '=', LETICIA).execute()
    const moved = leticia.replace('-4,2153', '-4,2')
    const report = await importPlaces(test.deps, list(moved))
    expect(report.changed).toEqual([{ id: LETICIA, name: 'Leticia', fields: ['lat'] }])
    const row = (await listPlaces(db)).find(({ id }) => id === LETICIA)
    expect(row).toMatchObject({ lat: -4.2, population: 53_000 })
  })

  it('leaves places of the road network unchanged and reports where they differ', async () => {
    const before = (await listPlaces(test.deps.db)).find(({ id }) => id === BOGOTA)
    const other = bogota.replace('4,6493', '5,6493').replace(/BOGOTÁ, D.C.;M/, 'SANTAFÉ;M')
    const report = await importPlaces(test.deps, list(other))
    expect(report.differing).toEqual([
      { id: BOGOTA, name: 'Bogotá', reason: 'a 111 km del punto de la lista' },
    ])
    const after = (await listPlaces(test.deps.db)).find(({ id }) => id === BOGOTA)
    expect(after).toEqual(before)
  })

  it('makes an imported place searchable, but finds no route to it', async () => {
    const url = '/api/places?q=letisia'
    const found = (await test.app.inject({ method: 'GET', url })).json()
    expect(found.places[0]).toMatchObject({ id: LETICIA, name: 'Leticia' })
    await expect(planRoute(test.deps, [BOGOTA, LETICIA])).rejects.toMatchObject({
      code: 'route_not_found',
      message: 'Aún no tenemos carreteras hasta Leticia. Elige un municipio cercano.',
    })
  })

  it('leaves places without a road out of the places near Bogotá', async () => {
    const close = '25;CUNDINAMARCA;25001;AGUA DE DIOS;Municipio;-74,1;4,7'
    expect((await importPlaces(test.deps, list(close))).added).toHaveLength(1)
    const near = await placesNear(test.deps, BOGOTA, 40)
    expect(near.map(({ place }) => place.name)).not.toContain('Agua de Dios')
  })
})
