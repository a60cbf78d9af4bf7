import { useEffect, useState } from 'react'
import { Select } from '#web/ui/select.tsx'

const KEY = 'theme'
const options = [
  { value: 'system', label: 'Como el sistema' },
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Oscuro' },
]

function stored(): string {
  try {
    return localStorage.getItem(KEY) ?? 'system'
  } catch {
    return 'system'
  }
}

function apply(theme: string): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
}

/** Light, dark or as the system says; remembered in this browser. */
export function ThemeChoice() {
  const [theme, setTheme] = useState('system')
  useEffect(() => setTheme(stored()), [])
  return (
    <Select
      label="Apariencia"
      className="max-w-52 text-sm"
      options={options}
      value={theme}
      onChange={(event) => {
        setTheme(event.target.value)
        apply(event.target.value)
      }}
    />
  )
}
