import { toastAction } from '#web/ui/toaster.ts'

const LOSSES = {
  incident: 'No se envió tu alerta: si todavía la necesitas, envíala otra vez.',
  press: 'No se registró algo que marcaste en tu viaje: revisa la hoja de ruta.',
  scans: 'No se registró a alguien que subió sin conexión: revisa la lista de pasajeros.',
  unsent: 'No se envió un mensaje que escribiste: revisa tus conversaciones.',
  photos: 'No se enviaron las fotos que tomaste: tómalas otra vez.',
}

export type Waiting = keyof typeof LOSSES

const told = new Set<Waiting>()

/** Tells that something was not sent, once per page; forgets it when the person has confirmed. */
export function showUnread(what: Waiting, forget: () => void): void {
  if (told.has(what)) return
  told.add(what)
  toastAction(`No pudimos leer lo que guardaste aquí. ${LOSSES[what]}`, 'Entendido', () => {
    told.delete(what)
    forget()
  })
}
