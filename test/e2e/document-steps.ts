// A driver photographs documents with the guide, and a verifier decides on them.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { UNDO_SECONDS } from '#contract/limits.ts'
import { asOwner } from '../db.ts'
import { aPageOfPrint, aPhoto } from '../images.ts'
import { aPdf } from '../pdfs.ts'
import { overflow, violations } from './accessible.ts'
import { openRow } from './booking-edits.ts'
import { shoot } from './shots.ts'
import type { TestSite } from './site.ts'

const guide = (page: Page) => page.getByRole('dialog')
const photoFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })

export async function expectSound(page: Page): Promise<void> {
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])
}

/** Simulates a camera with a fixed picture, because the machine has no camera. */
export async function withCamera(page: Page): Promise<void> {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      const picture = document.createElement('canvas')
      picture.width = 1280
      picture.height = 960
      const stream = picture.captureStream(10)
      const draw = () => {
        const pen = picture.getContext('2d')
        if (!pen) return
        pen.fillStyle = '#fbf8f1'
        pen.fillRect(0, 0, picture.width, picture.height)
        pen.fillStyle = '#15211c'
        pen.font = '40px sans-serif'
        for (let line = 1; line < 16; line += 1) {
          pen.fillText(`Marta Ruiz 1.032.987.654 línea ${line}`, 40, line * 58)
        }
      }
      draw()
      setInterval(draw, 50)
      return stream
    }
  })
}

/** Takes the first photo with the camera; the next picture is blank and is taken again. */
export async function photographFirst(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Tomar las fotos una por una' }).click()
  await guide(page).getByRole('heading', { name: 'Documento por el frente' }).waitFor()
  await shoot(page, 'guide')
  await expectSound(page)
  await guide(page).getByRole('button', { name: 'Abrir cámara' }).click()
  await guide(page).getByRole('button', { name: 'Tomar foto' }).click()
  await guide(page).getByRole('img', { name: 'Tu foto: Documento por el frente' }).waitFor()
  await guide(page).getByRole('button', { name: 'Se lee bien' }).click()

  await guide(page).getByRole('heading', { name: 'Documento por el respaldo' }).waitFor()
  const chooser = guide(page).getByLabel('Elegir del teléfono')
  await chooser.setInputFiles(photoFile('plana.jpg', await aPhoto()))
  await guide(page).getByText('Parece borrosa').waitFor()
  await shoot(page, 'guide-blurred')
  await expectSound(page)
  await guide(page).getByRole('button', { name: 'Repetir' }).click()
  await chooser.setInputFiles(photoFile('respaldo.jpg', await aPageOfPrint('respaldo')))
  await guide(page).getByRole('button', { name: 'Se lee bien' }).click()
  await guide(page).getByText('Foto 3 de').waitFor()
  await expect.poll(() => page.evaluate(photosKept)).toBe(2)
}

/** Number of photos in the storage of the browser, which takes them after the guide goes on. */
function photosKept(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('cupo-document-photos')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const count = opening.result.transaction('photos').objectStore('photos').count()
      count.onsuccess = () => resolve(count.result)
    }
  })
}

/** The selfie can be sent only with consent, which can be withdrawn. */
export async function giveAndWithdrawConsent(page: Page): Promise<void> {
  await openRow(page, 'Selfie')
  const send = page.getByLabel('Subir foto: Selfie')
  const consent = page.getByRole('checkbox', { name: /^Autorizo/ })
  await consent.waitFor()
  await expect.poll(() => send.count()).toBe(0)
  await consent.click()
  await send.waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Retirar permiso y borrar mi selfie' }).click()
  await shoot(page, 'selfie-withdraw')
  await expectSound(page)
  await page.getByRole('button', { name: 'Borrar selfie' }).click()
  await consent.waitFor()
  await expect.poll(() => send.count()).toBe(0)
}

/** Uploads from files every photo that the guide still asks for; returns their number. */
export async function photographRest(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Tomar las fotos una por una' }).click()
  const text =
    (await guide(page)
      .getByText(/^Foto 1 de/)
      .textContent()) ?? ''
  const count = Number(text.split(' ').at(-1))
  for (let at = 1; at <= count; at += 1) {
    await guide(page).getByText(`Foto ${at} de ${count}`).waitFor()
    const photo = photoFile(`${at}.jpg`, await aPageOfPrint(`documento ${at}`))
    await guide(page).getByLabel('Elegir del teléfono').setInputFiles(photo)
    await guide(page).getByRole('button', { name: 'Se lee bien' }).click()
  }
  await guide(page).waitFor({ state: 'detached' })
  return count
}

/** Types the data that must be read from the photos, and sends the photos. */
export async function sendPhotos(page: Page): Promise<void> {
  await page.getByLabel('Fecha de nacimiento').fill('1990-05-17')
  for (const field of await page.getByLabel('Vence el').all()) await field.fill('2027-11-01')
  for (const field of await page.getByLabel('Aseguradora').all()) await field.fill('Sura')
  for (const field of await page.getByLabel('Número de la póliza').all()) await field.fill('881')
  await page.getByRole('button', { name: /^Enviar \d+ fotos?$/ }).click()
  await page.getByText(/^Recibimos \d+ fotos?$/).waitFor()
}

/**
 * Waits for all pictures: a picture that is removed while it loads causes an error in the console.
 */
export async function picturesLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
}

/** Opens the case of a person from the queue, with its first photo. */
export async function openCase(page: Page, person: RegExp): Promise<void> {
  await page.goto('/admin/verification')
  await page.getByRole('button', { name: person }).click()
  await page.getByRole('heading', { level: 2, name: person }).waitFor()
  await shownPhoto(page).waitFor()
}

/** The large photo of a case. */
const shownPhoto = (page: Page) => page.getByRole('img', { name: / de / }).first()

/** Shows the photos that were not seen yet, by the key; returns their number. */
export async function lookAtRest(page: Page): Promise<number> {
  const strip = page.getByRole('list', { name: 'Fotos' })
  const unseen = strip.getByRole('button', { name: /sin ver$/ })
  let left = await unseen.count()
  const looked = left
  while (left > 0) {
    await expect.poll(() => page.getByRole('button', { name: /^Aprobar/ }).count()).toBe(0)
    await page.keyboard.press('j')
    left -= 1
    await expect.poll(() => unseen.count()).toBe(left)
  }
  return looked
}

/** A chosen photo that is not sent yet. */
export const chosenPhoto = (page: Page, number: number) =>
  page.getByRole('group', { name: `Foto ${number}` })

/**
 * Chooses three photos and a text file in one step, exchanges the documents of the first two, and
 * sends the only one that needs no date.
 */
export async function choosePhotos(page: Page): Promise<void> {
  const image = { mimeType: 'image/jpeg', buffer: await aPhoto() }
  await page.getByLabel('Elegir fotos').setInputFiles([
    { name: 'uno.jpg', ...image },
    { name: 'dos.jpg', ...image },
    { name: 'notas.txt', mimeType: 'text/plain', buffer: Buffer.from('nada') },
    { name: 'tres.jpg', ...image },
  ])
  await page.getByText('notas.txt: Sube una foto JPG, PNG, WebP o HEIC, o un PDF.').waitFor()
  const which = (number: number) => chosenPhoto(page, number).getByLabel('¿Qué documento es?')
  const isFocused = (list: Element) => list === document.activeElement
  await expect.poll(() => which(1).evaluate(isFocused)).toBe(true)
  const guessed = (number: number) => which(number).inputValue()
  await expect.poll(() => guessed(3)).toBe('licence')
  await which(1).selectOption({ label: 'Documento por el respaldo' })
  await expect.poll(() => guessed(2)).toBe('identity_front')
  await shoot(page, 'photos-chosen')
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])
  await page.getByRole('button', { name: 'Enviar 3 fotos' }).click()
  await chosenPhoto(page, 1).getByText('Recibida').waitFor()
  await chosenPhoto(page, 2).getByText('Escribe tu fecha de nacimiento.').waitFor()
  await chosenPhoto(page, 3).getByText('Escribe la fecha de vencimiento.').waitFor()
}

/** Chooses a PDF, whose text says which document it is and until when it is valid. */
export async function choosePdf(page: Page): Promise<void> {
  const buffer = aPdf({ lines: ['Licencia de conducción', 'Vence 2030-04-09'] })
  const file = { name: 'papel.pdf', mimeType: 'application/pdf', buffer }
  await page.getByLabel('Elegir más fotos').setInputFiles(file)
  const chosen = chosenPhoto(page, 4)
  await expect.poll(() => chosen.getByLabel('Vence el').inputValue()).toBe('2030-04-09')
  await expect.poll(() => chosen.getByLabel('¿Qué documento es?').inputValue()).toBe('licence')
  await chosen.getByText('La leímos en el PDF. Compárala con el documento.').waitFor()
  await shoot(page, 'pdf-read')
  await expectSound(page)
}

/** Rejects the document whose photo is large, with a common reason. */
export async function rejectFirst(desk: Page): Promise<void> {
  await desk.getByRole('button', { name: 'Rechazar', exact: true }).click()
  await desk.getByRole('button', { name: 'No se lee' }).click()
  await desk.getByRole('button', { name: 'Rechazar este documento' }).click()
}

/** Waits until the job applied the decisions whose time for an undo is over. */
export async function decisionApplied(site: TestSite): Promise<void> {
  site.deps.clock.advance(UNDO_SECONDS * 1000)
  const open = async () =>
    (await asOwner(site.deps.databaseUrl, 'select from document_decisions')).rows.length
  await expect.poll(open).toBe(0)
}

/** Sets the profile photo from the list of documents. */
export async function setProfilePhoto(page: Page): Promise<void> {
  const face = photoFile('yo.jpg', await aPhoto())
  await page.getByLabel('Elegir foto', { exact: true }).setInputFiles(face)
  await openRow(page, 'Foto de perfil')
  await page.getByRole('img', { name: 'Tu foto de perfil' }).waitFor()
}

/** Shows the profile photo of a case beside the identity document. */
export async function compareFaces(desk: Page): Promise<void> {
  await picturesLoaded(desk)
  await desk.getByRole('heading', { level: 2 }).click()
  expect(await lookAtRest(desk)).toBe(1)
  await desk.getByText('¿Es la misma persona?').waitFor()
  await picturesLoaded(desk)
  await shoot(desk, 'review-faces')
  await expectSound(desk)
}
