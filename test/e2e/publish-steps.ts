import type { Page } from 'playwright-core'

/** Types part of a name into a place field and selects the first match. */
export async function choosePlace(
  page: Page,
  label: string,
  typed: string,
  option: RegExp,
): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(typed)
  await page.getByRole('option', { name: option }).first().click()
}

/**
 * Publishes Bogotá → Cali with two stops, at six in the morning unless told otherwise; returns the
 * id of the trip.
 */
export async function publishTrip(
  page: Page,
  { date, time = '06:00', car }: { date: string; time?: string; car: RegExp },
): Promise<string> {
  const next = () => page.getByRole('button', { name: 'Continuar' }).click()
  await page.goto('/publish')
  await choosePlace(page, 'Origen', 'bogta', /Bogotá/)
  await choosePlace(page, 'Destino', 'cali', /Cali.*Valle/)
  await page.getByRole('radio', { name: /Más rápido/ }).check()
  for (const name of ['Girardot', 'Ibagué']) await page.getByRole('checkbox', { name }).check()
  await page.getByText('Punto de encuentro en Bogotá').waitFor()
  await next()
  await page.getByLabel('Fecha del viaje').fill(date)
  await page.getByLabel('Hora de salida').fill(time)
  await next()
  await page.getByRole('radio', { name: car }).check()
  await next()
  await page.getByLabel('Precio por cupo').waitFor()
  await next()
  await page.getByRole('heading', { name: '¿Cómo es el viaje?' }).waitFor()
  await next()
  await page.getByRole('button', { name: 'Publicar viaje' }).click()
  await page.waitForURL(/\/trips\/[0-9a-f-]{36}/)
  return /[0-9a-f-]{36}/.exec(page.url())?.[0] ?? ''
}
