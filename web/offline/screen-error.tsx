import { useEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ApiError } from '#web/lib/api-error.ts'
import { useOnline } from '#web/lib/online.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Landscape } from '#web/ui/landscape.tsx'
import { SavedHere } from './saved-here.tsx'

/** Technical details of a failure for support; the screen does not show them at first. */
function technical(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`
  if (error instanceof ApiError) return `${error.code} · ${error.requestId ?? 'sin respuesta'}`
  return error instanceof Error ? error.message : String(error)
}

/** Whether the network failed, for an API call or the router's fetch of data or code. */
function isNetworkFailure(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 0
  return error instanceof TypeError && /fetch|network|load/i.test(error.message)
}

const reload = () => window.location.reload()

/** Error boundary of a screen; its retry button reloads the page. */
export function ScreenError() {
  return (
    <>
      <ScreenProblem error={useRouteError()} again={reload} />
      <SavedHere />
    </>
  )
}

type ProblemProps = { error: unknown; again: () => void }

/** Shows the error with a retry button; offline, it retries when the network is back. */
export function ScreenProblem({ error, again }: ProblemProps) {
  const online = useOnline()
  if (online && !isNetworkFailure(error)) return <Broken error={error} again={again} />
  return <NoNetwork again={again} />
}

/** Says that there is no network, and retries on the `online` event. */
function NoNetwork({ again }: Pick<ProblemProps, 'again'>) {
  useEffect(() => {
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [again])
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-4 px-4 py-10 text-center">
      <Landscape region="paramo" className="h-36 w-52" />
      <h1 className="text-2xl">Estás sin conexión</h1>
      <p className="text-muted">Esta pantalla necesita la red. Se abre sola cuando vuelva.</p>
      <Button onClick={again}>Intentar de nuevo</Button>
    </div>
  )
}

function Broken({ error, again }: ProblemProps) {
  const sentence =
    error instanceof ApiError
      ? error.message
      : 'Algo falló de nuestro lado. Tu dinero y tus reservas siguen igual.'
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-4 px-4 py-10 text-center">
      <Landscape region="paramo" className="h-36 w-52" />
      <h1 className="text-2xl">No pudimos mostrar esta pantalla</h1>
      <p className="text-muted">{sentence}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={again}>Intentar de nuevo</Button>
        <a href={paths.home()} className="inline-flex min-h-12 items-center px-5 font-semibold">
          Ir al inicio
        </a>
      </div>
      <details className="w-full text-left text-sm text-muted">
        <summary className="min-h-11 py-2.5">Detalle técnico para soporte</summary>
        <h2 className="text-sm">Unexpected Application Error!</h2>
        <p className="font-mono break-words select-all">{technical(error)}</p>
      </details>
    </div>
  )
}
