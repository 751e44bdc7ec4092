export { errorFields, type ErrorFields, isError } from '#libs/event-flow';
