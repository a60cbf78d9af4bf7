import { api } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { useRead } from '#web/lib/use-read.ts'
import { CardSection } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { useAct } from '#web/ui/use-act.ts'

const queryKey = ['woman']

/** Whether the person takes part in trips for women only. */
export function WomanCard() {
  const query = useRead(queryKey, (signal) => api.users.showWoman({ signal }))
  const declare = useAct((isWoman: boolean) => api.users.declareWoman({ body: { isWoman } }), {
    shows: queryKey,
  })
  const { data } = query
  return (
    <CardSection title="Viajes solo para mujeres">
      <QueryState query={query} what="esta opción" rows={1} />
      {data && (
        <div className="grid gap-3">
          <Switch
            label="Soy mujer"
            hint={
              'Solo lo usamos para los viajes solo para mujeres. ' +
              'No se lo mostramos a nadie. Cuando uses uno ya no podrás cambiarlo.'
            }
            checked={declare.isPending ? declare.variables : data.isWoman}
            disabled={data.isLocked}
            pending={declare.isPending}
            onChange={(event) => declare.mutate(event.target.checked)}
          />
          {data.isLocked && (
            <p className="text-sm text-muted">
              Ya usaste un viaje solo para mujeres. Para corregirlo, escríbenos desde{' '}
              <Link to={paths.contact()}>Contacto</Link>.
            </p>
          )}
          {data.isWoman && !data.isVerified && (
            <p className="text-sm text-muted">
              Para reservar también necesitas tu identidad verificada.{' '}
              <Link to={paths.identity(null, 'mujer')}>Verificar mi identidad</Link>
            </p>
          )}
          <ErrorBanner error={declare.error} />
        </div>
      )}
    </CardSection>
  )
}
