import { createRoot } from 'react-dom/client'
import { brand } from '#web/lib/brand.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Landscape } from '#web/ui/landscape.tsx'
import { type SavedScreen, savedScreens } from './needed-update.ts'
import { platform } from './platform.ts'

const stores = {
  android: { href: brand.google_play, text: 'Abrir Google Play' },
  ios: { href: brand.app_store, text: 'Abrir App Store' },
} as const

const LINK = 'inline-flex min-h-11 items-center font-semibold text-bosque underline'

type UpdateScreenProps = { store: keyof typeof stores; saved: readonly SavedScreen[] }

/** Screen of an app whose version the server no longer accepts. */
export function UpdateScreen({ store, saved }: UpdateScreenProps) {
  const { href, text } = stores[store]
  return (
    <div className="grid min-h-full content-center justify-items-center gap-4 px-4 py-10">
      <Landscape region="paramo" className="h-36 w-52" />
      <h1 id="update" className="text-2xl">
        Actualiza Cupo
      </h1>
      <p className="max-w-md text-center text-muted">
        Esta versión ya no funciona. Instala la nueva para seguir; tu cuenta, tu saldo y tus
        reservas siguen igual.
      </p>
      {/* A link to another host: the telephone opens it in the store's app. */}
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClass('primary', 'md')}
      >
        {text}
      </a>
      {saved.length > 0 && (
        <nav aria-labelledby="update-saved" className="w-full max-w-md">
          <Card>
            <h2 id="update-saved" className="text-xl">
              Guardado en este dispositivo
            </h2>
            <ul className="mt-2 grid gap-1">
              {saved.map(({ path, words }) => (
                <li key={path}>
                  {/* Loads a new page, because the router is behind this screen. */}
                  <a href={path} className={LINK}>
                    {words}
                  </a>
                </li>
              ))}
            </ul>
          </Card>
        </nav>
      )}
      <a href="tel:123" className={LINK}>
        Emergencias: llama al 123
      </a>
    </div>
  )
}

/** Shows the update screen over the page, which can no longer be used. */
export function showUpdateScreen(): void {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-labelledby', 'update')
  dialog.className = 'm-0 size-full max-h-none max-w-none bg-paper text-ink'
  document.body.append(dialog)
  createRoot(dialog).render(<UpdateScreen store={platform()} saved={savedScreens()} />)
  // Modal, so that the page behind cannot be used. The phone's "back" closes it; it then opens
  // again.
  dialog.addEventListener('close', () => dialog.showModal())
  dialog.showModal()
}
