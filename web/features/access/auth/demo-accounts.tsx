import { useDemoList } from '#web/lib/demonstration.ts'
import { Button } from '#web/ui/button.tsx'

/** Address of the server's list, which exists only in a demonstration, and of its form. */
const ADDRESS = '/sandbox/demo'

/** The demonstration's accounts, each of which one press signs in; nothing without the list. */
export function DemoAccounts({ returnTo }: { returnTo: string | null }) {
  const accounts = useDemoList<Record<'email' | 'role' | 'name' | 'note', string>>(ADDRESS)
  if (accounts.length === 0) return null
  const query = returnTo === null ? '' : `?${new URLSearchParams({ returnTo })}`
  return (
    <section aria-labelledby="demo-accounts" className="grid gap-3 border-t border-edge pt-5">
      <h2 id="demo-accounts" className="text-lg">
        Cuentas de demostración
      </h2>
      <form method="post" action={`${ADDRESS}${query}`}>
        <ul className="grid gap-2">
          {accounts.map(({ email, role, name, note }) => (
            <li key={email} className="grid gap-1">
              <Button type="submit" name="email" value={email} variant="secondary">
                {name} · {role}
              </Button>
              <span className="text-sm text-muted">{note}</span>
            </li>
          ))}
        </ul>
      </form>
    </section>
  )
}
