/** One option of a combobox. */
export type ComboItem = {
  id: string
  label: string
  /** Second line: the department, the brand. */
  detail?: string
}

/** Loads the options for the typed text; an empty query loads suggestions. */
export type LoadItems = (query: string) => Promise<readonly ComboItem[]>
