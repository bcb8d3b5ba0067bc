import { MONGO_SUBSET } from './mongo-subset.ts';

type Fields = Record<string, unknown>;
type Report = (violation: string) => void;
/** A part of a command that has conditions. */
type Place = keyof typeof MONGO_SUBSET.logical;

/** Returns the parts of a MongoDB command that are outside MONGO_SUBSET, in words; empty when there are none. */
export function findSubsetViolations(commandName: string, command: Fields): string[] {
  const found: string[] = [];
  checkCommand(commandName, command, (violation) => found.push(violation));
  return found;
}

const has = (words: readonly string[], word: string): boolean => words.includes(word);

/** Returns whether a value is a plain document. Dates, ids and other BSON values are not. */
function isDocument(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const documents = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isDocument) : []);
const fieldsOf = (value: unknown): [string, unknown][] => (isDocument(value) ? Object.entries(value) : []);
const isOperator = (key: string): boolean => key.startsWith('$');

function checkCommand(name: string, command: Fields, report: Report): void {
  const own: readonly string[] | undefined = Object.entries(MONGO_SUBSET.commands).find(
    ([word]) => word === name,
  )?.[1];
  if (own === undefined) return report(`the command ${name}`);
  for (const field of Object.keys(command)) {
    if (field === name || has(own, field) || has(MONGO_SUBSET.everyCommand, field)) continue;
    report(`${field} of ${name}`);
  }
  checkFilter(command['filter'] ?? command['query'], report);
  checkProjection(command['projection'] ?? command['fields'], report);
  checkSort(command['sort'], report);
  checkPipeline(command['pipeline'], report);
  if (name === 'findAndModify') checkUpdate(command['update'], report);
  checkArrayFilters(command['arrayFilters'], report);
  for (const entry of documents(command['updates'])) checkUpdateEntry(entry, report);
  for (const entry of documents(command['deletes'])) checkDeleteEntry(entry, report);
  for (const index of documents(command['indexes'])) checkIndex(index, report);
}

function checkUpdateEntry(entry: Fields, report: Report): void {
  for (const field of Object.keys(entry)) {
    if (!has(MONGO_SUBSET.updateEntry, field)) report(`${field} of an update`);
  }
  checkFilter(entry['q'], report);
  checkUpdate(entry['u'], report);
  checkArrayFilters(entry['arrayFilters'], report);
}

function checkDeleteEntry(entry: Fields, report: Report): void {
  for (const field of Object.keys(entry)) {
    if (!has(MONGO_SUBSET.deleteEntry, field)) report(`${field} of a delete`);
  }
  checkFilter(entry['q'], report);
}

function checkFilter(filter: unknown, report: Report, place: Place = 'a filter'): void {
  for (const [key, value] of fieldsOf(filter)) {
    if (!isOperator(key)) checkCondition(value, report);
    else if (!has(MONGO_SUBSET.logical[place], key)) report(`${key} in ${place}`);
    else if (key === '$expr') checkExpression(value, report);
    else documents(value).forEach((part) => checkFilter(part, report, place));
  }
}

/** Checks the value of a field in a filter: a plain value, or operators on it. */
function checkCondition(condition: unknown, report: Report): void {
  for (const [key, value] of fieldsOf(condition)) {
    if (!isOperator(key)) continue;
    if (!has(MONGO_SUBSET.query, key)) report(`${key} in a filter`);
    else if (key === '$not') checkCondition(value, report);
    else if (key === '$elemMatch') checkElement(value, report, '$elemMatch');
    else checkPlain(value, report, key);
  }
}

/** Checks the value of a comparison, which has no operators: `$elemMatch` below `$all` is outside the subset, too. */
function checkPlain(value: unknown, report: Report, place: string): void {
  if (Array.isArray(value)) return value.forEach((part) => checkPlain(part, report, place));
  for (const [key] of fieldsOf(value)) if (isOperator(key)) report(`${key} in ${place}`);
}

/** `$elemMatch` and `$pull` take operators on the element itself, or a filter of its fields. */
function checkElement(value: unknown, report: Report, place: '$elemMatch' | '$pull'): void {
  const operators = fieldsOf(value).every(([key]) => has(MONGO_SUBSET.query, key));
  if (operators) checkCondition(value, report);
  else checkFilter(value, report, place);
}

function checkUpdate(update: unknown, report: Report): void {
  if (Array.isArray(update)) return report('a pipeline update');
  for (const [operator, change] of fieldsOf(update)) {
    // An update without operators replaces the document.
    if (!isOperator(operator)) continue;
    if (!has(MONGO_SUBSET.update, operator)) report(`${operator} in an update`);
    for (const [path, value] of fieldsOf(change)) {
      if (path.includes('$[]')) report('$[] in an update');
      if (operator === '$push' || operator === '$addToSet') checkPush(operator, value, report);
      if (operator === '$pull') checkElement(value, report, '$pull');
    }
  }
}

function checkPush(operator: '$push' | '$addToSet', value: unknown, report: Report): void {
  for (const [modifier] of fieldsOf(value)) {
    if (isOperator(modifier) && !has(MONGO_SUBSET.modifiers[operator], modifier))
      report(`${modifier} in ${operator === '$push' ? 'a push' : operator}`);
  }
}

function checkArrayFilters(filters: unknown, report: Report): void {
  for (const filter of documents(filters)) checkFilter(filter, report, 'an array filter');
}

function checkProjection(projection: unknown, report: Report): void {
  for (const [field, value] of fieldsOf(projection)) {
    if (field.endsWith('.$')) report('a positional projection');
    if (typeof value === 'string') report('an expression in a projection');
    for (const [key] of fieldsOf(value)) {
      if (!has(MONGO_SUBSET.projection, key)) report(`${key} in a projection`);
    }
  }
}

function checkSort(sort: unknown, report: Report): void {
  const entries: [unknown, unknown][] = sort instanceof Map ? [...sort.entries()] : fieldsOf(sort);
  for (const [field, direction] of entries) {
    if (direction !== 1 && direction !== -1) report(`a sort by ${String(field)} that is neither 1 nor -1`);
  }
}

function checkPipeline(pipeline: unknown, report: Report): void {
  for (const stage of documents(pipeline)) {
    for (const [name, value] of Object.entries(stage)) checkStage(name, value, report);
  }
}

function checkStage(name: string, value: unknown, report: Report): void {
  if (!has(MONGO_SUBSET.stages, name)) return report(`the stage ${name}`);
  switch (name) {
    case '$match':
      return checkFilter(value, report);
    case '$sort':
      return checkSort(value, report);
    case '$project':
      return checkProjection(value, report);
    case '$group':
      return fieldsOf(value).forEach(([field, expression]) =>
        field === '_id' ? checkExpression(expression, report) : checkAccumulator(expression, report),
      );
    case '$facet':
      return fieldsOf(value).forEach(([, pipeline]) => checkPipeline(pipeline, report));
    case '$lookup':
      for (const [field] of fieldsOf(value)) {
        if (!has(MONGO_SUBSET.lookup, field)) report(`${field} of $lookup`);
      }
  }
}

function checkAccumulator(accumulator: unknown, report: Report): void {
  for (const [key, value] of fieldsOf(accumulator)) {
    if (!has(MONGO_SUBSET.accumulators, key)) report(`${key} in a group`);
    checkExpression(value, report);
  }
}

function checkExpression(expression: unknown, report: Report): void {
  if (
    typeof expression === 'string' &&
    expression.startsWith('$$') &&
    !has(MONGO_SUBSET.variables, expression)
  ) {
    report(`the variable ${expression}`);
  }
  if (Array.isArray(expression)) expression.forEach((part) => checkExpression(part, report));
  for (const [key, value] of fieldsOf(expression)) {
    if (isOperator(key) && !has(MONGO_SUBSET.expressions, key)) report(`${key} in an expression`);
    checkExpression(value, report);
  }
}

function checkIndex(index: Fields, report: Report): void {
  for (const option of Object.keys(index)) {
    if (!has(MONGO_SUBSET.indexOptions, option)) report(`${option} of an index`);
  }
  const key = index['key'];
  const entries: [unknown, unknown][] = key instanceof Map ? [...key.entries()] : fieldsOf(key);
  for (const [field, kind] of entries) {
    if (kind !== 1 && kind !== -1) report(`an index of the kind ${String(kind)} on ${String(field)}`);
  }
}
