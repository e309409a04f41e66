/*
 * The module Partition, in Promela, for the tests that compare counts and speed with
 * Spin's. Rules, actions and variables have the names and the order that they have in
 * the module.
 *
 * pan stores as many states as tidemark and TLC count, and one more: the state
 * before the initial ones. For that
 *   - an action is one d_step, so that no state in the middle of it counts;
 *   - scratch variables are hidden, or with -DRESET set back at the end of a step
 *     (a breadth-first search does not know hidden variables);
 *   - records are named by id, and an id that occurs nowhere has epoch 0;
 *   - what has one value in the protocol is left out: controllerEpoch, which equals
 *     leaderEpoch, refused, which stays empty, and durable unless LOSSY.
 */
#include "rules.pml"
#include "properties.pml"
#include "actions.pml"
