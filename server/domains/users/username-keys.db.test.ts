import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { asOwner, openTestDatabase } from '#test/db.ts'
import { usernameKey } from './username.ts'

it('the migration makes the keys that the app makes', async () => {
  const { url } = await openTestDatabase()
  const name = '20261121T0602_username_look_alikes.sql'
  const file = new URL(`../../../migrations/${name}`, import.meta.url)
  const [skeleton] = /create function[\s\S]*?\$\$;/.exec(readFileSync(file, 'utf8')) ?? []
  const names = [
    'PEDRO_Rójas',
    'pedr0-r0jas',
    'carrnen',
    'vvilly',
    'straße',
    'Ñáñez__2',
    'ｓoporte',
  ]
  const list = names.map((name) => `pg_temp.username_skeleton('${name}')`).join(', ')
  const results = (await asOwner(url, `${skeleton} select array[${list}] as keys`)) as unknown
  const [, { rows }] = results as [unknown, { rows: { keys: string[] }[] }]
  expect(rows[0]?.keys).toEqual(names.map(usernameKey))
})
